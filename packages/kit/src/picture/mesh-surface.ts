import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  Group,
  Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  type Raycaster,
} from 'three';
import { clayMaterial, LookMaterials, type ModelLook, PAINTED } from './model-look.ts';
import { SeamlessNormals } from './seamless-normals.ts';

/** Triangles to be painted in one colour. */
export interface PaintedTriangles {
  readonly triangles: ArrayLike<number>;
  readonly color: ColorRepresentation;
}

const WHITE = new Color(0xffffff);
/** How much of the mesh is seen when one looks through it. */
const XRAY = 0.25;
/** Triangles up to which a mesh is shaded smoothly: normals are computed for every pose. */
const SMOOTH_TRIANGLES = 150_000;

/**
 * The mesh itself, drawn from its arrays as they are, so that a large one is on the screen at once. Triangles can be painted: those have
 * corners of their own, appended to the shared vertices, so that painting costs what is painted and triangles keep their numbers.
 */
export class MeshSurface {
  readonly group = new Group();
  readonly #clay = clayMaterial();
  readonly #surface = new Mesh<BufferGeometry, MeshStandardMaterial | MeshStandardMaterial[]>(
    new BufferGeometry(),
    this.#clay,
  );
  readonly #edges = new Mesh(
    this.#surface.geometry,
    new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.25, color: 0x000000 }),
  );
  readonly #normals = new SeamlessNormals();
  readonly #color = new Color(0xcccccc);
  #triangles: Uint32Array = new Uint32Array(0);
  #positions: Float32Array = new Float32Array(0);
  #painted: readonly PaintedTriangles[] = [];
  /** Corners of painted triangles that there is room for. */
  #room = 0;
  /** The index names corners of painted triangles. */
  #repainted = false;
  #xray = false;
  #smooth = true;
  /** How the model itself looks, if that is known and wanted. */
  #look: ModelLook | null = null;
  #lookMaterials: LookMaterials | null = null;
  #showsLook = true;

  constructor() {
    this.#surface.castShadow = true;
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

  /** What is drawn. `color` has four numbers a vertex, of which painted triangles have three of their own. */
  get geometry(): BufferGeometry {
    return this.#surface.geometry;
  }

  /** Shows a pose, of the mesh shown before if `triangles` is the same array; what was painted stays painted then. */
  show(triangles: Uint32Array, positions: Float32Array): void {
    const same = triangles === this.#triangles && positions.length === this.#positions.length;
    this.#triangles = triangles;
    this.#positions = positions;
    if (!same) {
      this.#painted = [];
      this.#room = 0;
      this.#allocate(0);
    }
    this.#fill();
  }

  /** Paints these triangles and no others. Where lists share one, the later list has it. */
  paint(painted: readonly PaintedTriangles[]): void {
    this.#painted = painted;
    const corners = painted.reduce((sum, list) => sum + 3 * list.triangles.length, 0);
    // room to spare, so that a growing contact does not allocate every frame
    if (corners > this.#room) this.#allocate(Math.ceil(1.5 * corners));
    this.#fill();
  }

  setColor(color: ColorRepresentation): void {
    this.#color.set(color);
    this.#fill();
  }

  /** How the mesh shown next looks itself; null for clay. Pictures come later: `onChange` is called then. */
  setLook(look: ModelLook | null, onChange: () => void): void {
    this.#lookMaterials?.dispose();
    this.#look = look;
    this.#lookMaterials = look && new LookMaterials(look, onChange);
    this.#triangles = new Uint32Array(0);
  }

  /** Whether the model's own look is shown where there is one. */
  showLook(on: boolean): void {
    this.#showsLook = on;
    this.#choose();
    this.#fill();
  }

  setXray(on: boolean): void {
    this.#xray = on;
    this.#choose();
    this.#fill();
  }

  setEdges(on: boolean): void {
    this.#edges.visible = on;
  }

  /** Number of the triangle that a ray meets first; −1 if it meets none. */
  triangleHit(ray: Raycaster): number {
    const [hit] = ray.intersectObject(this.#surface, false);
    return hit?.faceIndex ?? -1;
  }

  #allocate(room: number): void {
    const { geometry } = this.#surface;
    const count = this.#positions.length / 3 + room;
    this.#room = room;
    geometry.dispose();
    geometry.setIndex(new BufferAttribute(this.#triangles.slice(), 1));
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3));
    geometry.setAttribute('color', new BufferAttribute(new Uint8Array(4 * count), 4, true));
    const smooth = this.#triangles.length / 3 <= SMOOTH_TRIANGLES;
    this.#smooth = smooth;
    if (this.#look) {
      const uv = new Float32Array(2 * count).fill(PAINTED);
      uv.set(this.#look.uvs);
      geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    } else geometry.deleteAttribute('uv');
    this.#choose();
    if (smooth) geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * count), 3));
    else geometry.deleteAttribute('normal');
    this.#surface.castShadow = smooth; // without a graphics card the shadow of more would take seconds
  }

  /** Clay, or the model's own materials. */
  #choose(): void {
    const { geometry } = this.#surface;
    const own = this.#showsLook ? this.#lookMaterials : null;
    geometry.clearGroups();
    for (const { first, end, material } of own?.runs ?? []) geometry.addGroup(3 * first, 3 * (end - first), material);
    const look = this.#look?.materials;
    [this.#clay, ...(own?.materials ?? [])].forEach((material, i) => {
      const clear = this.#xray || (i > 0 && look?.[i - 1].alpha === 'blend');
      Object.assign(material, { transparent: clear, depthWrite: !this.#xray, flatShading: !this.#smooth });
      material.needsUpdate = true;
    });
    this.#surface.material = own ? [...own.materials] : this.#clay;
  }

  #fill(): void {
    const { geometry } = this.#surface;
    const { index } = geometry;
    if (!index) return;
    const { position, color, normal } = geometry.attributes;
    const corners = index.array as Uint32Array;
    const shared = this.#positions.length / 3;
    if (this.#painted.length > 0 || this.#repainted) {
      corners.set(this.#triangles);
      index.needsUpdate = true;
    }
    this.#repainted = this.#painted.length > 0;
    position.array.set(this.#positions);
    if (normal) {
      this.#normals.write(this.#triangles, this.#positions, normal.array as Float32Array);
      normal.needsUpdate = true;
    }
    // four bytes as one number: colours of a million vertices are set at once
    const words = new Uint32Array((color.array as Uint8Array).buffer);
    const alpha = this.#xray ? XRAY : 1;
    const own = this.#showsLook ? this.#look : null;
    words.fill(wordOf(own ? WHITE : this.#color, alpha), 0, shared);
    if (own?.colors) {
      const bytes = color.array as Uint8Array;
      bytes.set(own.colors);
      if (this.#xray) for (let v = 0; v < shared; v++) bytes[4 * v + 3] *= XRAY;
    }
    let vertex = shared;
    for (const { triangles, color: paint } of this.#painted) {
      const word = wordOf(new Color(paint), 1);
      for (let i = 0; i < triangles.length; i++) {
        for (let corner = 3 * triangles[i]; corner < 3 * triangles[i] + 3; corner++, vertex++) {
          const from = 3 * this.#triangles[corner];
          for (let axis = 0; axis < 3; axis++) position.array[3 * vertex + axis] = this.#positions[from + axis];
          if (normal) for (let axis = 0; axis < 3; axis++) normal.array[3 * vertex + axis] = normal.array[from + axis];
          words[vertex] = word;
          corners[corner] = vertex;
        }
      }
    }
    position.needsUpdate = true;
    color.needsUpdate = true;
    geometry.boundingSphere = null; // rays look at it first
  }
}

/** Red, green, blue and alpha as bytes in memory, linear as three's vertex colours are. */
function wordOf({ r, g, b }: Color, alpha: number): number {
  const bytes = new Uint8Array([r, g, b, alpha].map((x) => Math.round(255 * x)));
  return new Uint32Array(bytes.buffer)[0];
}
