import {
  Bone,
  BufferAttribute,
  type BufferGeometry,
  Float32BufferAttribute,
  PlaneGeometry,
  Skeleton,
  SkinnedMesh,
} from 'three';

/** A sheet in the xy plane, 2 by 2, with n × n squares. */
export function makeSheet(n: number): BufferGeometry {
  return new PlaneGeometry(2, 2, n, n);
}

/** Bends the sheet so that it passes through itself. */
export function foldSheet(geometry: BufferGeometry, rest: BufferGeometry, fold = 1): void {
  const from = rest.getAttribute('position');
  const to = geometry.getAttribute('position');
  for (let i = 0; i < from.count; i++) {
    const x = from.getX(i);
    const y = from.getY(i);
    to.setXYZ(i, x - (fold * Math.sin(6 * x)) / 4, y, (fold * Math.cos(6 * x + y)) / 4);
  }
}

/** The sheet with two bones along x; the second starts in the middle. */
export function makeSkinnedSheet(n: number): SkinnedMesh {
  const geometry = makeSheet(n);
  const position = geometry.getAttribute('position');
  const indices: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const share = Math.min(1, Math.max(0, 0.5 + 2 * position.getX(i)));
    indices.push(0, 1, 0, 0);
    weights.push(1 - share, share, 0, 0);
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(indices), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const root = new Bone();
  const second = new Bone();
  root.position.x = -1;
  second.position.x = 1;
  root.add(second);
  const mesh = new SkinnedMesh(geometry);
  mesh.add(root);
  mesh.bind(new Skeleton([root, second]));
  return mesh;
}

/** `geometry` without index: three vertices of its own for every triangle. */
export function withoutIndex(geometry: BufferGeometry): BufferGeometry {
  return geometry.toNonIndexed();
}
