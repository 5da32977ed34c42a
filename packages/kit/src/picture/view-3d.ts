import {
  DirectionalLight,
  Group,
  HemisphereLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Sphere } from '../frame-what-matters.ts';

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

/** A camera around a model, lit from where it is seen. Draws only when something changed; what is behind shows through. */
export class View3D {
  /** What is looked at. */
  readonly model = new Group();
  readonly canvas: HTMLCanvasElement;
  /** A click that was no drag; x and y in CSS pixels of the canvas. */
  onClick: (x: number, y: number) => void = () => {};
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(40, 1, 0.01, 100);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  #radius = 1;
  #pending = false;
  #flight: Flight | undefined;

  /** @throws Error if there is no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', () => this.draw());
    this.#controls.addEventListener('start', () => {
      this.#flight = undefined; // a hand on the camera ends any flight
    });
    const light = new DirectionalLight(0xffffff, 2.2);
    light.position.set(0.6, 0.8, 1);
    this.#camera.add(light);
    this.#scene.add(new HemisphereLight(0xffffff, 0x888899, 1.4), this.#camera, this.model);
    this.#camera.position.copy(FRONT).multiplyScalar(3);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
    this.#listenForClicks();
  }

  get cameraPosition(): readonly number[] {
    return this.#camera.position.toArray();
  }

  /** Shows all of a sphere, given in coordinates of the model. */
  frame({ center, radius }: Sphere, animate = false): void {
    this.#radius = radius;
    const target = this.#toWorld(center);
    // a sphere fits, also when the window is high and narrow
    const half = Math.atan(Math.tan((Math.PI / 360) * this.#camera.fov) * Math.min(1, this.#camera.aspect));
    const distance = (1.05 * radius) / Math.sin(half);
    this.#moveTo(target, FRONT.clone().multiplyScalar(distance).add(target), animate);
  }

  /** Flies to a point of the model, until it is `distance` away. */
  flyTo(point: ArrayLike<number>, distance: number): void {
    const target = this.#toWorld(point);
    const away = this.#camera.position.clone().sub(this.#controls.target).normalize();
    this.#moveTo(target, target.clone().addScaledVector(away, distance), true);
  }

  /** Lets z of the model point up instead of y. */
  setZUp(on: boolean): void {
    this.model.rotation.x = on ? -Math.PI / 2 : 0;
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
    // a depth buffer has 24 bits: near and far follow the distance, so that close-ups and overviews both have enough of them
    const distance = this.#camera.position.distanceTo(this.#controls.target);
    this.#camera.near = distance / 500;
    this.#camera.far = 20 * distance + 4 * this.#radius;
    this.#camera.updateProjectionMatrix();
    this.#renderer.render(this.#scene, this.#camera);
    // when the first picture of a mesh was there, milliseconds after the page was asked for
    if (this.#renderer.info.render.triangles > 0) this.canvas.dataset.drawn ??= performance.now().toFixed();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
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
