import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { ContactList, OpenedMesh } from '../messages.ts';
import { ContactLayer } from './contact-layer.ts';
import { MeshLayer } from './mesh-layer.ts';

/** How long a flight to a contact takes, milliseconds. */
const FLIGHT = 450;
/** A click this close to a contact means it, in CSS pixels. */
const REACH = 14;

/** The picture: a camera around a mesh that fits a sphere of radius 1. Draws only when something changed. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly mesh = new MeshLayer();
  readonly contacts = new ContactLayer(0);
  readonly missed = new ContactLayer(10);
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(40, 1, 0.0005, 50);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #light = new DirectionalLight(0xffffff, 2.2);
  #pending = false;
  #flight = 0;

  /** @throws Error if there is no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true });
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', () => this.draw());
    this.#controls.addEventListener('start', () => this.#flight++); // a hand on the camera ends any flight
    this.#camera.add(this.#light);
    this.#light.position.set(0.6, 0.8, 1);
    this.#scene.add(new AmbientLight(0xffffff, 1.1), this.#camera);
    this.#scene.add(this.mesh.group, this.missed.group, this.contacts.group);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
    this.readColors();
    this.home();
  }

  /** Takes colours from the style sheet, after a change of theme. */
  readColors(): void {
    const style = getComputedStyle(document.documentElement);
    // custom properties keep light-dark() unresolved; a real property resolves it
    const probe = document.createElement('i');
    document.body.append(probe);
    const resolve = (name: string) => {
      probe.style.color = `var(${name})`;
      return new Color(style && getComputedStyle(probe).color);
    };
    this.#scene.background = resolve('--background');
    this.mesh.setColor(resolve('--mesh'));
    this.contacts.setColor(resolve('--contact-paint'));
    this.missed.setColor(resolve('--missed-paint'));
    probe.remove();
    this.draw();
  }

  open(mesh: OpenedMesh): void {
    this.mesh.open(mesh.triangles, mesh.positions);
    this.contacts.clear();
    this.missed.clear();
    this.home();
  }

  /** The whole mesh in view, as it is now. */
  home(): void {
    this.#flight++;
    const { positions } = this.mesh;
    const box = new Box3().setFromArray(positions);
    const middle = positions.length > 0 ? box.getCenter(new Vector3()) : new Vector3();
    let radius = positions.length > 0 ? 0.01 : 1;
    for (let i = 0; i < positions.length; i += 3) {
      const away = Math.hypot(positions[i] - middle.x, positions[i + 1] - middle.y, positions[i + 2] - middle.z);
      if (away > radius) radius = away;
    }
    // a sphere around all of it fits, also when the window is high and narrow
    const distance =
      (1.05 * Math.min(radius, 10)) / Math.sin((Math.PI / 360) * this.#camera.fov * Math.min(1, this.#camera.aspect));
    this.#controls.target.copy(middle);
    this.#camera.position.set(0.45, 0.35, 0.82).setLength(distance).add(middle);
    this.#controls.update();
    this.draw();
  }

  /** Flies to a contact; `size` is how large the surroundings are that should be seen. */
  flyTo(point: Vector3, size: number): void {
    const flight = ++this.#flight;
    const fromTarget = this.#controls.target.clone();
    const fromCamera = this.#camera.position.clone();
    const direction = fromCamera.clone().sub(fromTarget).normalize();
    const toCamera = point.clone().addScaledVector(direction, Math.min(3, Math.max(0.01, size)));
    const started = performance.now();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const move = () => {
      if (flight !== this.#flight) return;
      const t = still ? 1 : Math.min(1, (performance.now() - started) / FLIGHT);
      const eased = t * t * (3 - 2 * t);
      this.#controls.target.lerpVectors(fromTarget, point, eased);
      this.#camera.position.lerpVectors(fromCamera, toCamera, eased);
      this.#controls.update();
      this.draw();
      if (t < 1) requestAnimationFrame(move);
    };
    move();
  }

  get cameraPosition(): readonly number[] {
    return this.#camera.position.toArray();
  }

  /** Where a point is on the canvas, CSS pixels; null behind the camera. */
  project(x: number, y: number, z: number): { x: number; y: number } | null {
    const point = new Vector3(x, y, z).project(this.#camera);
    if (point.z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: (0.5 + point.x / 2) * clientWidth, y: (0.5 - point.y / 2) * clientHeight };
  }

  /** The contact nearest to a place on the canvas, if one is near; of several in line the one in front. */
  contactAt(contacts: ContactList, x: number, y: number): number {
    let best = -1;
    let bestScore = Infinity;
    const { points } = contacts;
    for (let i = 0; i < points.length / 3; i++) {
      const at = this.project(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      if (!at) continue;
      const away = Math.hypot(at.x - x, at.y - y);
      if (away > REACH || away >= bestScore) continue;
      best = i;
      bestScore = away;
    }
    return best;
  }

  /** The triangle seen at a place on the canvas; −1 if none. */
  triangleAt(x: number, y: number): number {
    const { clientWidth, clientHeight } = this.canvas;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), this.#camera);
    return this.mesh.triangleHit(ray);
  }

  /** Asks for a new picture with the next frame of the screen. */
  draw(): void {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#renderer.render(this.#scene, this.#camera);
      // when the first picture was there, milliseconds after the page was asked for
      if (this.mesh.triangles.length > 0) this.canvas.dataset.drawn ??= performance.now().toFixed();
    });
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    this.#camera.updateProjectionMatrix();
    this.draw();
  }
}
