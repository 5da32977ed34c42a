import type { Object3D } from 'three';

export function topOf(object: Object3D): Object3D {
  let top = object;
  while (top.parent) top = top.parent;
  return top;
}
