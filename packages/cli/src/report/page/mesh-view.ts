import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export interface ViewColors {
  readonly mesh: string;
  readonly hit: string;
  readonly selected: string;
}

const MARKER_PIXELS = 11;
/** Milliseconds of a flight. */
const FLIGHT = 450;
/** Clicks this near to a marker, in pixels, mean it. */
const PICK_PIXELS = 12;

/** The picture: mesh, intersecting triangles, a marker per contact. Draws only when something changed. */
export class MeshView {
  onPick: (contact: number) => void = () => {};
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(40, 1, 0.01, 100);
  readonly #controls: OrbitControls;
  readonly #model = new Group();
  readonly #surface = new Mesh(new BufferGeometry(), new MeshLambertMaterial({ flatShading: true, side: DoubleSide }));
  readonly #edges = new Mesh(
    this.#surface.geometry,
    new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.25, color: 0x000000 }),
  );
  readonly #painted = overlay(1);
  readonly #selected = overlay(2);
  readonly #markers: Points<BufferGeometry, PointsMaterial>;
  #contacts: Float32Array = new Float32Array(0);
  #radius = 1;
  #flight: { started: number; from: [Vector3, Vector3]; to: [Vector3, Vector3] } | undefined;
  #dirty = true;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', () => this.#touch());
    this.#controls.addEventListener('start', () => {
      this.#flight = undefined;
    });
    const material = new PointsMaterial({
      size: MARKER_PIXELS * devicePixelRatio,
      sizeAttenuation: false,
      map: markerTexture(),
      transparent: true,
      depthTest: false, // contacts are often inside: hidden ones are what one looks for
    });
    this.#markers = new Points(new BufferGeometry(), material);
    this.#markers.renderOrder = 3;
    const light = new DirectionalLight(0xffffff, 2.2);
    light.position.set(0.5, 0.8, 1);
    this.#camera.add(light);
    this.#scene.add(new HemisphereLight(0xffffff, 0x888899, 1.6), this.#camera, this.#model);
    this.#model.add(this.#surface, this.#edges, this.#painted, this.#selected, this.#markers);
    this.#edges.visible = false;
    for (const object of this.#model.children) object.frustumCulled = false; // vertices move; bounds would lag behind
    new ResizeObserver(() => this.#resize()).observe(canvas);
    canvas.addEventListener('pointerdown', (down) => this.#listenForClick(down));
    this.#renderer.setAnimationLoop(() => this.#draw());
  }

  setColors({ mesh, hit, selected }: ViewColors): void {
    this.#surface.material.color.set(mesh);
    this.#painted.material.color.set(hit);
    this.#selected.material.color.set(selected);
    this.#touch();
  }

  /** Shows a pose. Points are relative to the same origin as positions. */
  setPose(positions: Float32Array, triangles: Uint32Array, painted: Uint32Array, contacts: Float32Array): void {
    const attribute = new BufferAttribute(positions, 3);
    replace(this.#surface.geometry, attribute, triangles);
    replace(this.#painted.geometry, attribute, pick(triangles, painted));
    replace(this.#selected.geometry, attribute, new Uint32Array(0));
    this.#markers.geometry.setAttribute('position', new BufferAttribute(contacts, 3));
    this.#contacts = contacts;
    this.#touch();
  }

  select(triangles: Uint32Array, chosen: readonly number[]): void {
    this.#selected.geometry.setIndex(new BufferAttribute(pick(triangles, chosen), 1));
    this.#touch();
  }

  /** Half the size of everything that will be shown. */
  setSize(radius: number): void {
    this.#radius = radius > 0 ? radius : 1;
    this.#camera.near = this.#radius / 1000;
    this.#camera.far = this.#radius * 100;
    this.#camera.updateProjectionMatrix();
  }

  /** Shows all of the current pose. */
  fit(animate: boolean): void {
    const geometry = this.#surface.geometry;
    geometry.computeBoundingSphere();
    const { center, radius } = geometry.boundingSphere ?? { center: new Vector3(), radius: this.#radius };
    const target = this.#model.localToWorld(center.clone());
    const aspect = Math.min(1, this.#camera.aspect);
    const distance = (1.1 * radius) / Math.sin((this.#camera.fov * Math.PI) / 360) / aspect;
    const direction = new Vector3(0.55, 0.35, 1).normalize();
    this.#fly(target, direction.multiplyScalar(distance).add(target), animate);
  }

  /** Looks at a point from where the camera is now; `radius` is how much around it matters. */
  flyTo(point: readonly [number, number, number], radius: number): void {
    const target = this.#model.localToWorld(new Vector3(...point));
    const away = this.#camera.position.clone().sub(this.#controls.target).normalize();
    const distance = Math.max(6 * radius, 0.5 * this.#radius);
    this.#fly(target, target.clone().add(away.multiplyScalar(distance)), true);
  }

  setXray(on: boolean): void {
    Object.assign(this.#surface.material, { transparent: on, opacity: on ? 0.25 : 1, depthWrite: !on });
    this.#surface.material.needsUpdate = true;
    this.#touch();
  }

  setEdges(on: boolean): void {
    this.#edges.visible = on;
    this.#touch();
  }

  setZUp(on: boolean): void {
    this.#model.rotation.x = on ? -Math.PI / 2 : 0;
    this.#touch();
  }

  #touch(): void {
    this.#dirty = true;
  }

  #fly(target: Vector3, position: Vector3, animate: boolean): void {
    if (!animate || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#flight = undefined;
      this.#controls.target.copy(target);
      this.#camera.position.copy(position);
      this.#controls.update();
      this.#touch();
      return;
    }
    const from: [Vector3, Vector3] = [this.#controls.target.clone(), this.#camera.position.clone()];
    this.#flight = { started: performance.now(), from, to: [target, position] };
  }

  #draw(): void {
    if (this.#flight) {
      const { started, from, to } = this.#flight;
      const t = Math.min(1, (performance.now() - started) / FLIGHT);
      const eased = t * t * (3 - 2 * t);
      this.#controls.target.lerpVectors(from[0], to[0], eased);
      this.#camera.position.lerpVectors(from[1], to[1], eased);
      this.#controls.update();
      if (t === 1) this.#flight = undefined;
      this.#dirty = true;
    }
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#renderer.render(this.#scene, this.#camera);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(devicePixelRatio);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    this.#camera.updateProjectionMatrix();
    this.#dirty = false;
    this.#renderer.render(this.#scene, this.#camera); // at once: a resized canvas is blank
  }

  /** A press that does not become a drag picks the nearest marker. */
  #listenForClick(down: PointerEvent): void {
    const up = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 4) return;
      const contact = this.#nearestMarker(event);
      if (contact >= 0) this.onPick(contact);
    };
    this.#canvas.addEventListener('pointerup', up, { once: true });
  }

  #nearestMarker(event: PointerEvent): number {
    const box = this.#canvas.getBoundingClientRect();
    const point = new Vector3();
    let nearest = -1;
    let least = PICK_PIXELS;
    for (let i = 0; i < this.#contacts.length / 3; i++) {
      this.#model.localToWorld(point.fromArray(this.#contacts, 3 * i)).project(this.#camera);
      const x = box.left + ((point.x + 1) / 2) * box.width;
      const y = box.top + ((1 - point.y) / 2) * box.height;
      const distance = Math.hypot(event.clientX - x, event.clientY - y);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }
}

/** Triangles drawn again on top of the surface. */
function overlay(order: number): Mesh<BufferGeometry, MeshLambertMaterial> {
  const material = new MeshLambertMaterial({
    flatShading: true,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -order,
    polygonOffsetUnits: -order,
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.renderOrder = order;
  return mesh;
}

/** New arrays may have other lengths, so buffers are made anew; the old ones are freed. */
function replace(geometry: BufferGeometry, positions: BufferAttribute, triangles: Uint32Array): void {
  geometry.dispose();
  geometry.setAttribute('position', positions);
  geometry.setIndex(new BufferAttribute(triangles, 1));
}

function pick(triangles: Uint32Array, chosen: ArrayLike<number>): Uint32Array {
  const corners = new Uint32Array(3 * chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    corners.set(triangles.subarray(3 * chosen[i], 3 * chosen[i] + 3), 3 * i);
  }
  return corners;
}

/** A red dot with a white rim: visible on red, on grey and on either background. */
function markerTexture(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  context.beginPath();
  context.arc(32, 32, 26, 0, 2 * Math.PI);
  context.fillStyle = '#e02b20';
  context.fill();
  context.lineWidth = 9;
  context.strokeStyle = '#ffffff';
  context.stroke();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
