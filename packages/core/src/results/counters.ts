/** What a query cost, in tests. Reset by every query. */
export interface Counters {
  /** Pairs of boxes compared. */
  boxTests: number;
  /** Pairs of triangles that reached the exact test. */
  pairTests: number;
  /** Edge against triangle, after the pair was not rejected as a whole. */
  edgeTests: number;
  /** Tests that the floating-point filter left to exact arithmetic. */
  exactTests: number;
  /** Distances of two triangles computed. */
  distanceTests: number;
  /** (edge, triangle) pairs found. */
  contacts: number;
  /** Patches (one or a pair) asked whether a direction faces all their triangles. */
  orientationTests: number;
  /** Patches whose projected contour was tested. */
  contourTests: number;
  /** Contour edges visited by those tests. */
  contourEdges: number;
  /** Patches proved free of contact, and skipped. */
  patchesCulled: number;
  /** Vertex against triangle, over a step. */
  vertexTests: number;
  /** Edge against edge, over a step. */
  edgePairTests: number;
  /** Planes of fixed normal tried to keep such a pair apart. */
  planeSteps: number;
  /** Coplanarity polynomials bounded for such a pair. */
  clips: number;
  /** Boxes of both ends of a step computed. */
  boxesFitted: number;
  /** Pairs of vertex and triangle, or of edges, found to come together in a step. */
  impacts: number;
}

export function createCounters(): Counters {
  return {
    boxTests: 0,
    pairTests: 0,
    edgeTests: 0,
    exactTests: 0,
    distanceTests: 0,
    contacts: 0,
    orientationTests: 0,
    contourTests: 0,
    contourEdges: 0,
    patchesCulled: 0,
    vertexTests: 0,
    edgePairTests: 0,
    planeSteps: 0,
    clips: 0,
    boxesFitted: 0,
    impacts: 0,
  };
}

/** The list is made once: one made for every frame would be garbage. */
const NAMES = Object.keys(createCounters()) as (keyof Counters)[];

export function resetCounters(counters: Counters): void {
  for (let i = 0; i < NAMES.length; i++) counters[NAMES[i]] = 0;
}
