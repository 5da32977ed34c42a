import type { Intersections } from 'selfcollide';

/** Contacts as sorted text, for comparing sets. */
export function contactSet({
  count,
  edgeA,
  edgeB,
  triangle,
}: Pick<Intersections, 'count' | 'edgeA' | 'edgeB' | 'triangle'>): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [Math.min(edgeA[i], edgeB[i]), Math.max(edgeA[i], edgeB[i])];
    return `${a}-${b}/${triangle[i]}`;
  }).sort();
}
