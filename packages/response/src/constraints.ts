import { PairTable } from './pair-table.ts';

/** Numbers per constraint: four weights, the normal, the least separation, and the friction on it. */
const NUMBERS = 11;
const NORMAL = 4;
const LEAST = 7;
const SLIDE = 8;
/** A pair gives way by less than this under a unit of force only if all of it is held. */
const LEAST_SIZE = 1e-12;
/** How finely two normals of one pair are told apart: in this many parts of their length. */
const PARTS = 8;

/** Positions at both ends of a step, and how they give way to forces. */
export interface Sway {
  readonly now: Float64Array;
  readonly next: Float64Array;
  readonly forces: Float64Array;
  /** Per vertex, how far a unit of force moves it before its neighbours follow; 0 for vertices that are held. */
  readonly compliance: Float64Array;
}

/**
 * For four vertices each, n · Σ w·x ≥ least: pairs that would have met, with the normal and the weights of where they would have. Allocates only to grow.
 */
export class Constraints {
  count = 0;
  #vertices = new Uint32Array(4 * 64);
  #numbers = new Float64Array(NUMBERS * 64);
  #multipliers = new Float64Array(64);
  readonly #table = new PairTable();

  get vertices(): Uint32Array {
    return this.#vertices;
  }

  clear(): void {
    this.count = 0;
    this.#table.clear();
  }

  /**
   * Adds a constraint, unless it is known. The same pair from another side has another normal and is another constraint.
   *
   * @returns Whether it was added. One without a direction is not: another pair beside it has one.
   */
  add(corners: Uint32Array, weights: Float64Array, normal: Float64Array, least: number): boolean {
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    if (x === 0 && y === 0 && z === 0) return false;
    const code = (Math.round(PARTS * x) + PARTS) * 1024 + (Math.round(PARTS * y) + PARTS) * 32 + Math.round(PARTS * z);
    const known = this.#table.count;
    const i = this.#table.add(corners[0], corners[1], corners[2], corners[3], code + PARTS);
    if (i < known) return false;
    if (i === this.#multipliers.length) this.#grow();
    const numbers = this.#numbers;
    for (let k = 0; k < 4; k++) {
      this.#vertices[4 * i + k] = corners[k];
      numbers[NUMBERS * i + k] = weights[k];
    }
    for (let k = 0; k < 3; k++) {
      numbers[NUMBERS * i + NORMAL + k] = normal[k];
      numbers[NUMBERS * i + SLIDE + k] = 0;
    }
    numbers[NUMBERS * i + LEAST] = least;
    this.#multipliers[i] = 0;
    this.count = i + 1;
    return true;
  }

  /** Before forces are found anew. */
  relax(): void {
    this.#multipliers.fill(0);
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < 3; k++) this.#numbers[NUMBERS * i + SLIDE + k] = 0;
    }
  }

  /**
   * One sweep over the multipliers: the force of each constraint grows by what is missing, and falls, never below 0, where there is more than enough. What the
   * force moves at once goes into `next`, the force itself into `forces`, for what spreads it over the surface. Returns the largest distance that was missing, or that
   * was too much under a force.
   *
   * @param widen What the least separation of contacts is multiplied by.
   * @param friction Coulomb's coefficient: contacts do not slide until the force along them reaches this part of the force across.
   */
  press(sway: Sway, widen: number, friction: number): number {
    const { next, forces, compliance } = sway;
    const numbers = this.#numbers;
    const vertices = this.#vertices;
    const multipliers = this.#multipliers;
    let most = 0;
    for (let i = 0; i < this.count; i++) {
      const n = NUMBERS * i;
      const x = numbers[n + NORMAL];
      const y = numbers[n + NORMAL + 1];
      const z = numbers[n + NORMAL + 2];
      let missing = widen * numbers[n + LEAST];
      for (let k = 0; k < 4; k++) {
        const at = 3 * vertices[4 * i + k];
        missing -= numbers[n + k] * (x * next[at] + y * next[at + 1] + z * next[at + 2]);
      }
      if (!(missing > 0) && multipliers[i] === 0) continue;
      let size = 0;
      for (let k = 0; k < 4; k++) size += numbers[n + k] * numbers[n + k] * compliance[vertices[4 * i + k]];
      if (!(size > LEAST_SIZE)) continue;
      const more = Math.max(-multipliers[i], missing / size);
      multipliers[i] += more;
      const change = Math.abs(more) * size;
      if (change > most) most = change;
      for (let k = 0; k < 4; k++) {
        const v = vertices[4 * i + k];
        const force = more * numbers[n + k];
        const move = force * compliance[v];
        forces[3 * v] += force * x;
        forces[3 * v + 1] += force * y;
        forces[3 * v + 2] += force * z;
        next[3 * v] += move * x;
        next[3 * v + 1] += move * y;
        next[3 * v + 2] += move * z;
      }
      if (friction > 0) this.#rub(sway, i, size, friction * multipliers[i]);
    }
    return most;
  }

  forceOf(i: number): number {
    return this.#multipliers[i];
  }

  /** Weights, normal and friction of constraint i, at places of two arrays. */
  read(i: number, weights: Float64Array, normals: Float64Array, slides: Float64Array, at: number): void {
    const n = NUMBERS * i;
    for (let k = 0; k < 4; k++) weights[4 * at + k] = this.#numbers[n + k];
    for (let k = 0; k < 3; k++) {
      normals[3 * at + k] = this.#numbers[n + NORMAL + k];
      slides[3 * at + k] = this.#numbers[n + SLIDE + k];
    }
  }

  /** Holds the two sides of a contact where they were against each other, with at most this force. */
  #rub(sway: Sway, i: number, size: number, most: number): void {
    const numbers = this.#numbers;
    const n = NUMBERS * i;
    const { now, next } = sway;
    let across = 0;
    for (let axis = 0; axis < 3; axis++) {
      let slid = 0;
      for (let k = 0; k < 4; k++) {
        const at = 3 * this.#vertices[4 * i + k] + axis;
        slid += numbers[n + k] * (next[at] - now[at]);
      }
      this.#wish[axis] = numbers[n + SLIDE + axis] - slid / size;
      across += this.#wish[axis] * numbers[n + NORMAL + axis];
    }
    let length = 0;
    for (let axis = 0; axis < 3; axis++) {
      this.#wish[axis] -= across * numbers[n + NORMAL + axis];
      length += this.#wish[axis] * this.#wish[axis];
    }
    const share = length > most * most ? most / Math.sqrt(length) : 1;
    for (let axis = 0; axis < 3; axis++) {
      const wish = share * this.#wish[axis];
      this.#push(sway, i, axis, wish - numbers[n + SLIDE + axis]);
      numbers[n + SLIDE + axis] = wish;
    }
  }

  readonly #wish = new Float64Array(3);

  #push({ next, forces, compliance }: Sway, i: number, axis: number, force: number): void {
    for (let k = 0; k < 4; k++) {
      const v = this.#vertices[4 * i + k];
      const part = force * this.#numbers[NUMBERS * i + k];
      forces[3 * v + axis] += part;
      next[3 * v + axis] += part * compliance[v];
    }
  }

  #grow(): void {
    const grown = 2 * this.#multipliers.length;
    const vertices = new Uint32Array(4 * grown);
    vertices.set(this.#vertices);
    this.#vertices = vertices;
    const numbers = new Float64Array(NUMBERS * grown);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const multipliers = new Float64Array(grown);
    multipliers.set(this.#multipliers);
    this.#multipliers = multipliers;
  }
}
