import {
  BufferAttribute,
  BufferGeometry,
  type ColorRepresentation,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Raycaster,
} from 'three';

/** How surfaces look: every triangle flat, both sides, a little behind whatever is painted on it. */
export const SURFACE_LOOK = {
  ...{ flatShading: true, side: DoubleSide, roughness: 0.85, metalness: 0 },
  ...{ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 },
};

/** The mesh itself, drawn from its arrays as they are, so that a large one is on the screen at once. */
export class MeshSurface {
  readonly group = new Group();
  readonly #surface = new Mesh(new BufferGeometry(), new MeshStandardMaterial(SURFACE_LOOK));
  readonly #edges = new Mesh(
    this.#surface.geometry,
    new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.25, color: 0x000000 }),
  );
  #triangles: Uint32Array = new Uint32Array(0);
  #positions: Float32Array = new Float32Array(0);

  constructor() {
    this.group.add(this.#surface, this.#edges);
    this.#edges.visible = false;
    for (const part of this.group.children) part.frustumCulled = false; // vertices move; bounds would lag behind
  }

  get positions(): Float32Array {
    return this.#positions;
  }

  get triangles(): Uint32Array {
    return this.#triangles;
  }

  /** Shows a pose, of the mesh shown before if `triangles` is the same array. */
  show(triangles: Uint32Array, positions: Float32Array): void {
    const { geometry } = this.#surface;
    const same = triangles === this.#triangles && positions.length === this.#positions.length;
    this.#triangles = triangles;
    this.#positions = positions;
    if (same) {
      const attribute = geometry.getAttribute('position');
      attribute.array.set(positions);
      attribute.needsUpdate = true;
    } else {
      geometry.dispose();
      geometry.setIndex(new BufferAttribute(triangles, 1));
      geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
    }
    geometry.boundingSphere = null; // rays look at it first
  }

  setColor(color: ColorRepresentation): void {
    this.#surface.material.color.set(color);
  }

  setXray(on: boolean): void {
    Object.assign(this.#surface.material, { transparent: on, opacity: on ? 0.25 : 1, depthWrite: !on });
    this.#surface.material.needsUpdate = true;
  }

  setEdges(on: boolean): void {
    this.#edges.visible = on;
  }

  /** Number of the triangle that a ray meets first; −1 if it meets none. */
  triangleHit(ray: Raycaster): number {
    const [hit] = ray.intersectObject(this.#surface, false);
    return hit?.faceIndex ?? -1;
  }
}
