import { Group, PerspectiveCamera, Raycaster, Scene, Spherical, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Sphere } from '../frame-what-matters.ts';
import { StudioLights } from './studio-lights.ts';

/** How long a flight takes, milliseconds. */
const FLIGHT = 450;
/** A click this close to a point means it, in CSS pixels. */
const REACH = 14;
/** A press that moves farther than this is a drag, in CSS pixels. */
const DRAG = 5;
/** From where a mesh is looked at first: from the front, a little from the right and above. */
const FRONT = new Vector3(0.55, 0.35, 1).normalize();

interface Flight {
  readonly started: number;
  readonly from: readonly [target: Vector3, camera: Vector3];
  readonly to: readonly [target: Vector3, camera: Vector3];
}

/** A camera around a model in a studio. Draws only when something changed; what is behind shows through. */
export class View3D {
  /** What is looked at. */
  readonly model = new Group();
  readonly canvas: HTMLCanvasElement;
  /** A click that was no drag; x and y in CSS pixels of the canvas. */
  onClick: (x: number, y: number) => void = () => {};
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(35, 1, 0.01, 100);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #lights: StudioLights;
  #ground: Sphere = { center: [0, 0, 0], low: [-1, -1, -1], high: [1, 1, 1], radius: 1 };
  #radius = 1;
  #pending = false;
  #flight: Flight | undefined;
  /** What `frame` showed, as long as nobody turned or moved the camera since. */
  #framed: Sphere | undefined;

  /** @throws Error if there is no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#lights = new StudioLights(this.#renderer, this.#camera);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', () => this.draw());
    this.#controls.addEventListener('start', () => this.#touched());
    this.#scene.add(this.#lights.group, this.#camera, this.model);
    this.#camera.position.copy(FRONT).multiplyScalar(3);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
    this.#listenForClicks();
    // three.js asks the browser to restore a lost context and sets everything up again; the picture is still to be drawn
    canvas.addEventListener('webglcontextlost', () => {
      canvas.dataset.lost = 'true';
    });
    canvas.addEventListener('webglcontextrestored', () => {
      delete canvas.dataset.lost;
      this.draw();
    });
  }

  get cameraPosition(): readonly number[] {
    return this.#camera.position.toArray();
  }

  /** Takes colours from the style sheet, after a change of theme. */
  readColors(): void {
    this.#lights.setDark(isDark());
  }

  /** Shows all of what is inside a sphere and its box, given in coordinates of the model. */
  frame(sphere: Sphere, animate = false): void {
    const { center, radius, low, high } = sphere;
    this.#radius = radius;
    const target = this.#toWorld(center);
    const [up, right] = [new Vector3(), new Vector3()];
    right.crossVectors(new Vector3(0, 1, 0), FRONT).normalize();
    up.crossVectors(FRONT, right);
    const tall = Math.tan((Math.PI / 360) * this.#camera.fov);
    const wide = tall * this.#camera.aspect;
    // as near as every corner of the box allows; a point at depth z is seen if it is at most (distance − z) · tan away from the middle
    let distance = 0.1 * radius;
    for (let corner = 0; corner < 8; corner++) {
      const point = this.#toWorld([0, 1, 2].map((axis) => (corner & (1 << axis) ? high : low)[axis])).sub(target);
      const apart = Math.max(Math.abs(point.dot(up)) / tall, Math.abs(point.dot(right)) / wide);
      distance = Math.max(distance, apart + point.dot(FRONT));
    }
    const sphereDistance = radius / Math.sin(Math.atan(Math.min(tall, wide)));
    this.#moveTo(
      target,
      FRONT.clone()
        .multiplyScalar(1.08 * Math.min(distance, sphereDistance))
        .add(target),
      animate,
    );
    this.#framed = sphere;
  }

  /** The ground is where this ends below, and its shadow falls there. */
  setGround(extent: Sphere): void {
    this.#ground = extent;
    const up = this.model.rotation.x === 0 ? 1 : 2;
    this.#lights.place(this.#toWorld(extent.center), extent.radius, extent.low[up]);
  }

  /** Without a shadow: it hides what is looked through, and takes long for very large meshes. */
  setShadow(on: boolean): void {
    this.#lights.setShadow(on);
  }

  /** Flies to a point of the model, until it is `distance` away. */
  flyTo(point: ArrayLike<number>, distance: number): void {
    const target = this.#toWorld(point);
    const away = this.#camera.position.clone().sub(this.#controls.target).normalize();
    this.#moveTo(target, target.clone().addScaledVector(away, distance), true);
    this.#framed = undefined;
  }

  /** Turns the camera around what it looks at, radians to the right and down. */
  turn(right: number, down: number): void {
    this.#touched();
    const { target } = this.#controls;
    const place = new Spherical().setFromVector3(this.#camera.position.clone().sub(target));
    place.theta += right;
    place.phi += down;
    place.makeSafe();
    this.#camera.position.setFromSpherical(place).add(target);
    this.#controls.update();
    this.draw();
  }

  /** Changes the distance to what is looked at by this factor. */
  zoom(factor: number): void {
    this.#touched();
    const { target } = this.#controls;
    this.#camera.position.sub(target).multiplyScalar(factor).add(target);
    this.#controls.update();
    this.draw();
  }

  /** Lets z of the model point up instead of y. */
  setZUp(on: boolean): void {
    this.model.rotation.x = on ? -Math.PI / 2 : 0;
    this.setGround(this.#ground);
    if (this.#framed) this.frame(this.#framed);
    this.draw();
  }

  /** Where a point of the model is on the canvas, CSS pixels; null behind the camera. */
  project(x: number, y: number, z: number): { x: number; y: number } | null {
    const point = this.#toWorld([x, y, z]).project(this.#camera);
    if (point.z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: (0.5 + point.x / 2) * clientWidth, y: (0.5 - point.y / 2) * clientHeight };
  }

  /** Which of these points (xyz each) is nearest to a place on the canvas, if one is near; −1 if none. */
  pointAt(points: ArrayLike<number>, x: number, y: number): number {
    let best = -1;
    let least = REACH;
    for (let i = 0; i < points.length / 3; i++) {
      const at = this.project(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      const away = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
      if (away >= least) continue;
      best = i;
      least = away;
    }
    return best;
  }

  /** From the eye through a place on the canvas. */
  rayAt(x: number, y: number): Raycaster {
    const { clientWidth, clientHeight } = this.canvas;
    const ray = new Raycaster();
    this.#camera.updateMatrixWorld();
    ray.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), this.#camera);
    return ray;
  }

  /** Asks for a new picture with the next frame of the screen. */
  draw(): void {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#fly();
      this.#render();
    });
  }

  /** A hand on the camera ends any flight, and the picture is no longer refitted. */
  #touched(): void {
    this.#flight = undefined;
    this.#framed = undefined;
  }

  #toWorld(point: ArrayLike<number>): Vector3 {
    this.model.updateMatrixWorld();
    return this.model.localToWorld(new Vector3(point[0], point[1], point[2]));
  }

  #moveTo(target: Vector3, position: Vector3, animate: boolean): void {
    const still = !animate || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = [this.#controls.target.clone(), this.#camera.position.clone()] as const;
    this.#flight = { started: still ? -Infinity : performance.now(), from, to: [target, position] };
    if (still) this.#fly();
    this.draw();
  }

  #fly(): void {
    if (!this.#flight) return;
    const { started, from, to } = this.#flight;
    const t = Math.min(1, (performance.now() - started) / FLIGHT);
    const eased = t * t * (3 - 2 * t);
    this.#controls.target.lerpVectors(from[0], to[0], eased);
    this.#camera.position.lerpVectors(from[1], to[1], eased);
    if (t === 1) this.#flight = undefined;
    this.#controls.update();
    if (t < 1) this.draw();
  }

  #render(): void {
    if (this.canvas.dataset.lost) return;
    // a depth buffer has 24 bits: near and far follow the distance, so that close-ups and overviews both have enough of them
    const distance = this.#camera.position.distanceTo(this.#controls.target);
    this.#camera.near = distance / 500;
    this.#camera.far = 20 * distance + 4 * this.#radius;
    this.#camera.updateProjectionMatrix();
    this.#renderer.render(this.#scene, this.#camera);
    // when the first picture of a mesh was there, milliseconds after the page was asked for
    if (this.#renderer.info.render.triangles > 2) this.canvas.dataset.drawn ??= performance.now().toFixed();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    if (this.#framed) this.frame(this.#framed);
    this.#render(); // at once: a resized canvas is blank
  }

  #listenForClicks(): void {
    let down = { x: 0, y: 0 };
    this.canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
      down = { x: offsetX, y: offsetY };
    });
    this.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
      if (Math.hypot(offsetX - down.x, offsetY - down.y) < DRAG) this.onClick(offsetX, offsetY);
    });
  }
}

/** As the page is now: chosen, or else as the system says. */
function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}
