/** Who is joined to whom by an edge: the neighbours of vertex v are `list[start[v]]` … `list[start[v + 1] − 1]`. */
export interface VertexRings {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

export function buildVertexRings(triangles: Uint32Array, vertexCount: number): VertexRings {
  const rings = Array.from({ length: vertexCount }, () => new Set<number>());
  for (let h = 0; h < triangles.length; h++) {
    const next = triangles[h % 3 === 2 ? h - 2 : h + 1];
    rings[triangles[h]].add(next);
    rings[next].add(triangles[h]);
  }
  const start = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) start[v + 1] = start[v] + rings[v].size;
  const list = new Uint32Array(start[vertexCount]);
  for (let v = 0; v < vertexCount; v++) list.set([...rings[v]], start[v]);
  return { start, list };
}

/** Vertices at most `rings` edges from the seeds, the seeds first and then ring by ring; `ringOf` gets how many edges each is away. */
export function growRings(
  { start, list }: VertexRings,
  seeds: Iterable<number>,
  rings: number,
  ringOf: Map<number, number>,
): number[] {
  const reached: number[] = [];
  for (const seed of seeds) {
    if (ringOf.has(seed)) continue;
    ringOf.set(seed, 0);
    reached.push(seed);
  }
  for (let i = 0; i < reached.length; i++) {
    const ring = ringOf.get(reached[i])! + 1;
    if (ring > rings) break;
    for (let at = start[reached[i]]; at < start[reached[i] + 1]; at++) {
      if (ringOf.has(list[at])) continue;
      ringOf.set(list[at], ring);
      reached.push(list[at]);
    }
  }
  return reached;
}
