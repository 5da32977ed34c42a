import { endTriangle, firstTriangle } from './layout-mesh';

/** Smaller patches are cheaper to compare than to be shown free; of one patch, or of two. */
export function isWorthTesting(a: u32, b: u32, within: i32, across: i32): bool {
  const size = triangleCountOf(a);
  return a == b ? size >= within : size + triangleCountOf(b) >= across;
}

function triangleCountOf(patch: u32): i32 {
  return load<u32>(endTriangle + (<usize>patch << 2)) - load<u32>(firstTriangle + (<usize>patch << 2));
}
