import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { wereSkipped } from '../../count-of.ts';
import { GrowingFloats, GrowingIndices } from '../../growing-array.ts';
import { IoError } from '../../io-error.ts';

/** Three rows that turn and scale, and one that moves. */
export type Transform = readonly number[];

/** An object as another names it: perhaps of another part of the package. */
export interface Reference {
  readonly part?: string;
  readonly id: string;
  readonly transform?: Transform;
}

export interface Resource {
  readonly name: string;
  readonly mesh?: { readonly positions: Float64Array; readonly triangles: Uint32Array };
  readonly components: readonly Reference[];
}

/** One `.model` part: its objects, and what is to be built of them. */
export interface ModelPart {
  readonly name: string;
  readonly unit: string;
  readonly objects: ReadonlyMap<string, Resource>;
  readonly items: readonly Reference[];
  readonly warnings: readonly string[];
}

/** Shape that is not read, by the names of its elements without prefix, and what to call it. */
const NOT_READ: ReadonlyMap<string, string> = new Map([
  ['beam', 'beam'],
  ['ball', 'beam ball'],
  ['slice', 'slice'],
  ['displacementmesh', 'displacement mesh'],
]);

/** Extensions that files may require and that change no shape, or are read, by a word of their namespace. */
const HARMLESS = /\/(production|material|slice|triangleset)/;

/** Text is decoded and parsed in pieces: a whole part may be longer than a string can be. */
const PIECE_BYTES = 2 ** 20;

/**
 * Parses one part.
 *
 * @throws IoError with the line.
 */
export function parseModelPart(bytes: Uint8Array, name: string, file: string): ModelPart {
  const objects = new Map<string, Resource>();
  const items: Reference[] = [];
  const notRead = new Map<string, number>();
  const parser = new SaxesParser();
  let unit = 'millimeter';
  let required: string[] = [];
  let open: OpenObject | undefined;
  const fail = (expected: string, found?: string) =>
    new IoError({ file, line: parser.line, expected, ...(found !== undefined && { found }) });
  const numberOf = ({ attributes }: SaxesTagPlain, key: string) => {
    const text = attributes[key];
    const value = Number(text);
    if (text === undefined || text.trim() === '' || !Number.isFinite(value)) {
      throw fail(`a finite number ${key}`, text === undefined ? 'found none' : `found ${text}`);
    }
    return value;
  };
  const cornerOf = (tag: SaxesTagPlain, key: string) => {
    const value = numberOf(tag, key);
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
    throw fail(`a whole number ${key}`, `found ${value}`);
  };
  const reference = ({ attributes }: SaxesTagPlain): Reference => {
    const id = attributes.objectid;
    if (id === undefined) throw fail('objectid');
    const part = attributeWithout(attributes, 'path')?.replace(/^\/+/, '');
    const transform = attributes.transform === undefined ? undefined : parseTransform(attributes.transform);
    if (transform && (transform.length !== 12 || !transform.every(Number.isFinite))) {
      throw fail('a transform of 12 numbers', `found ${attributes.transform}`);
    }
    return { id, ...(part && { part }), ...(transform && { transform }) };
  };
  parser.on('opentag', (tag) => {
    switch (localName(tag.name)) {
      case 'model':
        unit = tag.attributes.unit ?? unit;
        required = unknownExtensions(tag.attributes);
        break;
      case 'object':
        open = new OpenObject(tag.attributes);
        break;
      case 'vertex':
        open?.positions.push3(numberOf(tag, 'x'), numberOf(tag, 'y'), numberOf(tag, 'z'));
        break;
      case 'triangle':
        for (const key of ['v1', 'v2', 'v3']) open?.addCorner(cornerOf(tag, key));
        break;
      case 'component':
        open?.components.push(reference(tag));
        break;
      case 'item':
        items.push(reference(tag));
        break;
      default: {
        const kind = NOT_READ.get(localName(tag.name));
        if (kind) notRead.set(kind, (notRead.get(kind) ?? 0) + 1);
      }
    }
  });
  parser.on('closetag', (tag) => {
    if (localName(tag.name) !== 'object' || !open) return;
    const { id, highest, positions } = open;
    if (highest >= positions.length / 3) {
      throw fail(`vertex numbers below ${positions.length / 3} in object ${id}`, `found ${highest}`);
    }
    if (id === '' || objects.has(id)) throw fail('an id of its own for every object', `found ${id || 'none'}`);
    objects.set(id, open.finish());
    open = undefined;
  });
  parser.on('error', (error) => {
    throw fail('XML', error.message.replace(/^[\d:]+: /, ''));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (cause) {
    if (cause instanceof IoError) throw cause;
    throw fail('UTF-8 text', 'found other bytes');
  }
  const warnings = [
    ...[...notRead].map(([kind, count]) => wereSkipped(count, kind)),
    ...required.map(
      (extension) => `The file requires ${extension}, which is not read: some of its shape may be missing.`,
    ),
  ];
  return { name, unit, objects, items, warnings };
}

/** An object that is being read. */
class OpenObject {
  readonly id: string;
  readonly name: string;
  readonly positions = new GrowingFloats();
  readonly components: Reference[] = [];
  highest = -1;
  readonly #corners = new GrowingIndices();

  constructor(attributes: Readonly<Record<string, unknown>>) {
    this.id = String(attributes.id ?? '');
    this.name = String(attributes.name ?? '');
  }

  addCorner(vertex: number): void {
    if (vertex > this.highest) this.highest = vertex;
    this.#corners.push(vertex);
  }

  finish(): Resource {
    const mesh = { positions: this.positions.toArray(), triangles: this.#corners.toArray() };
    return { name: this.name, components: this.components, ...(mesh.positions.length > 0 && { mesh }) };
  }
}

function parseTransform(text: string): number[] {
  return text.trim().split(/\s+/).map(Number);
}

/** What a part says must be understood, and is not. */
function unknownExtensions(attributes: Readonly<Record<string, unknown>>): string[] {
  const prefixes = String(attributes.requiredextensions ?? '').split(/\s+/);
  const spaces = prefixes
    .filter((prefix) => prefix !== '')
    .map((prefix) => String(attributes[`xmlns:${prefix}`] ?? prefix));
  return spaces.filter((space) => !HARMLESS.test(space));
}

/** Prefixes are the writer's choice. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributeWithout(attributes: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : String(attributes[key]);
}
