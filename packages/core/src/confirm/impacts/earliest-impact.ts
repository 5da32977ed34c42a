import type { Surface } from '../../mesh/surface.ts';
import type { ImpactTest } from '../../predicates/impact-test.ts';
import { Approach } from './approach.ts';
import type { ImpactSink } from './impact-sink.ts';

/** The first impact of a step; of several at the same time the one whose caller's numbers come first, vertices before edges. */
export class EarliestImpact implements ImpactSink {
  latest: number = Number.POSITIVE_INFINITY;
  startReach: number = Number.POSITIVE_INFINITY;
  readonly done = false;
  found = false;
  isVertex = false;
  /** Caller's numbers: vertex and triangle, or the ends of two edges. */
  readonly features: Uint32Array = new Uint32Array(4);
  readonly #candidate = new Uint32Array(4);
  readonly #surface: Surface;
  #ignoreStart = false;
  #approach: Approach = new Approach();

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  clear(ignoreStart: boolean, approach: Approach): void {
    this.latest = Number.POSITIVE_INFINITY;
    this.startReach = Number.POSITIVE_INFINITY;
    this.#approach = approach;
    approach.kept = 0;
    this.found = false;
    this.#ignoreStart = ignoreStart;
  }

  addVertex(vertex: number, triangle: number, test: ImpactTest): void {
    const { vertexSource, triangleSource } = this.#surface;
    this.#candidate[0] = vertexSource[vertex];
    this.#candidate[1] = triangleSource[triangle];
    this.#candidate[2] = 0;
    this.#candidate[3] = 0;
    this.#offer(true, test);
  }

  addEdges(first: number, second: number, test: ImpactTest): void {
    writeEdges(this.#surface, first, second, this.#candidate, 0);
    this.#offer(false, test);
  }

  #offer(isVertex: boolean, { time }: ImpactTest): void {
    if (time === 0 && this.#ignoreStart) return;
    if (this.found && (time > this.latest || (time === this.latest && !this.#comesFirst(isVertex)))) return;
    this.found = true;
    this.latest = time;
    this.#approach.time = time;
    this.#approach.measure();
    this.startReach = this.#approach.startReach;
    this.isVertex = isVertex;
    this.features.set(this.#candidate);
  }

  #comesFirst(isVertex: boolean): boolean {
    if (isVertex !== this.isVertex) return isVertex;
    for (let i = 0; i < 4; i++) {
      if (this.#candidate[i] !== this.features[i]) return this.#candidate[i] < this.features[i];
    }
    return false;
  }
}

/** Caller's vertices of two half-edges: each the lower one first, and the edge with the lower first vertex first. */
export function writeEdges(surface: Surface, e: number, f: number, out: Uint32Array, at: number): void {
  const { triangles, vertexSource } = surface;
  const a = vertexSource[triangles[e]];
  const b = vertexSource[triangles[e % 3 === 2 ? e - 2 : e + 1]];
  const c = vertexSource[triangles[f]];
  const d = vertexSource[triangles[f % 3 === 2 ? f - 2 : f + 1]];
  const swap = Math.min(c, d) < Math.min(a, b) ? 2 : 0;
  out[at + swap] = Math.min(a, b);
  out[at + swap + 1] = Math.max(a, b);
  out[at + 2 - swap] = Math.min(c, d);
  out[at + 3 - swap] = Math.max(c, d);
}
