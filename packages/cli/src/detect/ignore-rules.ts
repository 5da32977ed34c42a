import type { Model } from '@selfcollide/io';
import type { Labels } from './label-objects.ts';

/**
 * Findings that do not count: between what two patterns name, or of whatever one pattern names. Patterns of objects and of materials in one
 * rule must both hold, first with first and second with second. Plain data.
 */
export interface IgnoreRule {
  readonly objects?: readonly string[];
  readonly materials?: readonly string[];
}

/** Whether a name fits a pattern, in time that grows with the product of their lengths at most. */
export interface NamePattern {
  test(name: string): boolean;
}

/** A name with `*` for any letters and `?` for one; nothing else is special. */
export function namePattern(pattern: string): NamePattern {
  const wanted = [...pattern];
  return { test: (name) => fits([...name], wanted) };
}

/** What the last `*` stands for grows by one letter whenever the rest does not fit; those before it never have to change. */
function fits(name: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    if (wanted[of] === '*') {
      star = of++;
      starAt = at;
    } else if (of < wanted.length && (wanted[of] === '?' || wanted[of] === name[at])) {
      at++;
      of++;
    } else if (star >= 0) {
      of = star + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (wanted[of] === '*') of++;
  return of === wanted.length;
}

/** A sentence for every pattern that fits no object or material of a model: probably a typing error. */
export function describeUnmatched(model: Model, labels: Labels, rules: readonly IgnoreRule[]): string[] {
  const objects = new Set(Array.from(new Set(labels.labels), (label) => labels.name(label)));
  const materials = new Set(model.materials?.names ?? []);
  const missing = (patterns: readonly string[] = [], names: ReadonlySet<string>, what: string) =>
    patterns
      .filter((pattern) => ![...names].some((name) => namePattern(pattern).test(name)))
      .map((pattern) => `No ${what} is called ${pattern}, which is to be ignored.`);
  return rules.flatMap((rule) => [
    ...missing(rule.objects, objects, 'object'),
    ...missing(rule.materials, materials, 'material'),
  ]);
}

/** Decides for pairs of triangles of one mesh whether a rule leaves them out. */
export class IgnoredPairs {
  readonly #labels: Labels;
  readonly #model: Model;
  readonly #rules: readonly { readonly sides: readonly ((object: string, material: string) => boolean)[] }[];
  readonly #known = new Map<string, boolean>();

  constructor(model: Model, labels: Labels, rules: readonly IgnoreRule[]) {
    this.#model = model;
    this.#labels = labels;
    this.#rules = rules.map(({ objects = [], materials = [] }) => {
      const sides = Math.max(objects.length, materials.length);
      return {
        sides: Array.from({ length: sides }, (_, side) => {
          const object = objects[side] === undefined ? undefined : namePattern(objects[side]);
          const material = materials[side] === undefined ? undefined : namePattern(materials[side]);
          return (name: string, made: string) => object?.test(name) !== false && material?.test(made) !== false;
        }),
      };
    });
  }

  has(s: number, t: number): boolean {
    const { materials } = this.#model;
    const { labels } = this.#labels;
    const key = `${labels[s]} ${labels[t]} ${materials?.ofTriangle[s]} ${materials?.ofTriangle[t]}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const a = this.#describe(s);
    const b = this.#describe(t);
    const ignored = this.#rules.some(({ sides: [first, second] }) => {
      if (!second) return first(...a) || first(...b);
      return (first(...a) && second(...b)) || (first(...b) && second(...a));
    });
    this.#known.set(key, ignored);
    return ignored;
  }

  #describe(t: number): [object: string, material: string] {
    const { materials } = this.#model;
    return [this.#labels.name(this.#labels.labels[t]), materials ? materials.names[materials.ofTriangle[t]] : ''];
  }
}
