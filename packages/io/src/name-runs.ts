import { GrowingIndices } from './growing-array.ts';

/** Which name holds from which triangle on, as text formats say it: a line with a name, then faces. */
export class NameRuns {
  private readonly names: string[] = [];
  private readonly firstTriangle = new GrowingIndices();

  get isEmpty(): boolean {
    return this.names.length === 0;
  }

  start(name: string, triangle: number): void {
    this.names.push(name);
    this.firstTriangle.push(triangle);
  }

  /** Names in order of first use, and a label per triangle into them. Triangles before the first name get `fallback`. */
  labels(triangleCount: number, fallback: string): { names: string[]; label: Uint32Array } {
    const numberOf = new Map<string, number>();
    const label = new Uint32Array(triangleCount);
    const runs = this.names.length;
    for (let run = -1; run < runs; run++) {
      const from = run < 0 ? 0 : this.firstTriangle.at(run);
      const to = run + 1 < runs ? this.firstTriangle.at(run + 1) : triangleCount;
      if (from >= to) continue;
      const name = (run < 0 ? '' : this.names[run]) || fallback;
      const number = numberOf.get(name) ?? numberOf.size;
      numberOf.set(name, number);
      label.fill(number, from, to);
    }
    return { names: [...numberOf.keys()], label };
  }
}
