import type { ImpactTest } from '../../predicates/impact-test.ts';
import { ImpactBuffer } from './impact-buffer.ts';
import type { ImpactSink } from './impact-sink.ts';

/** All impacts of a step, or the first few that the search came to. */
export class ImpactList implements ImpactSink {
  readonly latest = Number.POSITIVE_INFINITY;
  readonly startReach = Number.POSITIVE_INFINITY;
  readonly vertices = new ImpactBuffer();
  readonly edges = new ImpactBuffer();
  startCount = 0;
  earliest: number = Number.POSITIVE_INFINITY;
  overflowed = false;
  #limit = Number.POSITIVE_INFINITY;
  #ignoreStart = false;

  clear(limit: number, ignoreStart: boolean): void {
    this.vertices.clear();
    this.edges.clear();
    this.startCount = 0;
    this.earliest = Number.POSITIVE_INFINITY;
    this.overflowed = false;
    this.#limit = limit;
    this.#ignoreStart = ignoreStart;
  }

  get done(): boolean {
    return this.overflowed;
  }

  get count(): number {
    return this.vertices.count + this.edges.count;
  }

  addVertex(vertex: number, triangle: number, test: ImpactTest): void {
    if (this.#keeps(test)) this.vertices.push(vertex, triangle, test);
  }

  addEdges(first: number, second: number, test: ImpactTest): void {
    if (this.#keeps(test)) this.edges.push(first, second, test);
  }

  get byteLength(): number {
    return this.vertices.byteLength + this.edges.byteLength;
  }

  #keeps({ time }: ImpactTest): boolean {
    if (time === 0 && this.#ignoreStart) return false;
    if (this.count >= this.#limit) {
      this.overflowed = true;
      return false;
    }
    if (time === 0) this.startCount++;
    if (time < this.earliest) this.earliest = time;
    return true;
  }
}
