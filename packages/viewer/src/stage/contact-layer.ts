import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { ContactList } from '../messages.ts';
import type { MeshLayer } from './mesh-layer.ts';

/** Colour of the contact singled out: seen on red, orange and grey. */
const CHOSEN = 0xffe14d;

/** Contacts in one colour: piercing edges, contact points and the triangles that meet; and one of them singled out. */
export class ContactLayer {
  readonly group = new Group();
  readonly #fill: MeshBasicMaterial;
  readonly #line: LineBasicMaterial;
  readonly #point: PointsMaterial;
  readonly #fills: Mesh;
  readonly #lines: LineSegments;
  readonly #points: Points;
  readonly #chosen: LineSegments;
  readonly #chosenFill: Mesh;

  /** Layers with a higher `order` are drawn over others. */
  constructor(order: number) {
    const onTop = { depthTest: false, transparent: true };
    this.#fill = new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.75 });
    this.#line = new LineBasicMaterial({ ...onTop, opacity: 0.55 });
    this.#point = new PointsMaterial({ size: 5, sizeAttenuation: false, ...onTop });
    this.#fills = new Mesh(new BufferGeometry(), this.#fill);
    this.#lines = new LineSegments(new BufferGeometry(), this.#line);
    this.#points = new Points(new BufferGeometry(), this.#point);
    this.#chosen = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: CHOSEN, ...onTop }));
    const chosenFill = new MeshBasicMaterial({ color: CHOSEN, side: DoubleSide, ...onTop, opacity: 0.6 });
    this.#chosenFill = new Mesh(new BufferGeometry(), chosenFill);
    [this.#fills, this.#lines, this.#points, this.#chosenFill, this.#chosen].forEach((part, i) => {
      part.frustumCulled = false;
      part.renderOrder = order + 1 + i;
      part.visible = false;
      this.group.add(part);
    });
  }

  setColor(color: Color): void {
    for (const material of [this.#fill, this.#line, this.#point]) material.color.copy(color);
  }

  clear(): void {
    for (const part of this.group.children) part.visible = false;
  }

  show({ edgeA, edgeB, edgeTriangle, triangle, points }: ContactList, mesh: MeshLayer): void {
    const painted = new Set<number>();
    const edges: number[] = [];
    for (let i = 0; i < edgeA.length; i++) {
      painted.add(edgeTriangle[i]).add(triangle[i]);
      edges.push(edgeA[i], edgeB[i]);
    }
    const corners = [...painted].flatMap((t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]);
    setPoints(this.#fills, gather(mesh.positions, corners));
    setPoints(this.#lines, gather(mesh.positions, edges));
    setPoints(this.#points, points);
    this.choose(null, mesh);
  }

  /** Singles a contact out: its edge and the outline of its triangle. */
  choose(
    contact: { readonly edge: readonly [number, number]; readonly triangle: number } | null,
    mesh: MeshLayer,
  ): void {
    if (!contact) {
      this.#chosen.visible = false;
      this.#chosenFill.visible = false;
      return;
    }
    const [a, b, c] = mesh.triangles.subarray(3 * contact.triangle, 3 * contact.triangle + 3);
    setPoints(this.#chosenFill, gather(mesh.positions, [a, b, c]));
    setPoints(this.#chosen, gather(mesh.positions, [...contact.edge, a, b, b, c, c, a]));
  }
}

function gather(positions: Float32Array, vertices: readonly number[]): Float32Array {
  const out = new Float32Array(3 * vertices.length);
  vertices.forEach((v, i) => {
    out.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return out;
}

function setPoints(part: Mesh | LineSegments | Points, points: Float32Array): void {
  part.geometry.dispose();
  part.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
  part.visible = points.length > 0;
}
