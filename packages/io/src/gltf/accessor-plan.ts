import type { JsonCheck, JsonObject } from './json-check.ts';

const COMPONENT_BYTES: ReadonlyMap<number, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
export const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
]);
const MESHOPT_NAMES = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
/** No meshopt stream describes more bytes than this per stored byte: 256 vertices may share 2 bits per byte column. */
const MESHOPT_MAX_RATIO = 2048;

interface PlannedView {
  readonly buffer: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly extensions?: JsonObject;
}

/** The accessors and views that the mesh needs, checked against the bytes that exist and numbered anew. */
export interface AccessorPlan {
  readonly accessors: readonly JsonObject[];
  readonly bufferViews: readonly PlannedView[];
  /** Buffer number in the file → number in the plan. */
  readonly buffers: ReadonlyMap<number, number>;
  readonly usesMeshopt: boolean;
}

/**
 * Collects accessors before anything is decoded. Every count is compared with bytes that exist, because the decoder
 * allocates what the JSON says.
 */
export class AccessorPlanner {
  private readonly check: JsonCheck;
  private readonly accessorDefs: readonly unknown[];
  private readonly viewDefs: readonly unknown[];
  private readonly bufferDefs: readonly unknown[];
  private readonly accessors: JsonObject[] = [];
  private readonly accessorNumber = new Map<string, number>();
  private readonly views: PlannedView[] = [];
  private readonly viewNumber = new Map<number, number>();
  private readonly buffers = new Map<number, number>();
  private usesMeshopt = false;
  /** Largest count of an accessor that has bytes behind it. */
  private largestCount = 0;

  constructor(check: JsonCheck, json: JsonObject, bufferDefs: readonly unknown[]) {
    this.check = check;
    this.accessorDefs = check.list(json.accessors, 'accessors');
    this.viewDefs = check.list(json.bufferViews, 'bufferViews');
    this.bufferDefs = bufferDefs;
  }

  /** The plan's number for an accessor of the file. With `dracoView` its data comes out of that view's Draco stream. */
  need(value: unknown, where: string, types: readonly string[], dracoView?: number): number {
    const index = this.check.index(value, this.accessorDefs.length, where);
    const place = `accessors[${index}]`;
    const def = this.check.object(this.accessorDefs[index], place);
    this.check.oneOf(def.type, types, `${place}.type`);
    // the same accessor may be filled by several Draco streams
    const key = dracoView === undefined ? String(index) : `${index} from ${dracoView}`;
    const known = this.accessorNumber.get(key);
    if (known !== undefined) return known;
    const number = this.accessors.length;
    this.accessors.push(this.planAccessor(def, place, dracoView !== undefined));
    this.accessorNumber.set(key, number);
    return number;
  }

  needView(value: unknown, where: string): number {
    const index = this.check.index(value, this.viewDefs.length, where);
    const known = this.viewNumber.get(index);
    if (known !== undefined) return known;
    const number = this.views.length;
    this.views.push(this.planView(index));
    this.viewNumber.set(index, number);
    return number;
  }

  finish(): AccessorPlan {
    for (const { bufferView, count, draco, where } of this.accessors) {
      if (bufferView !== undefined || draco) continue;
      // zeros need no bytes; but as many as that only make sense beside data of the same length
      if ((count as number) > this.largestCount) {
        throw this.check.error(
          `${where}.count`,
          `a count up to ${this.largestCount}, since no bufferView is given`,
          count,
        );
      }
    }
    return {
      accessors: this.accessors.map(({ draco: _draco, where: _where, ...def }) => def),
      bufferViews: this.views,
      buffers: this.buffers,
      usesMeshopt: this.usesMeshopt,
    };
  }

  private planAccessor(def: JsonObject, where: string, fromDraco: boolean): JsonObject {
    const { check } = this;
    const type = def.type as string;
    const componentType = check.oneOf(def.componentType, [...COMPONENT_BYTES.keys()], `${where}.componentType`);
    const count = check.whole(def.count, `${where}.count`);
    const elementBytes = COMPONENT_BYTES.get(componentType)! * COMPONENTS.get(type)!;
    const planned: Record<string, unknown> = { type, componentType, count, where };
    if (def.normalized === true) planned.normalized = true;
    if (fromDraco) {
      planned.draco = true; // its bytes come out of the Draco stream
      return planned;
    }
    if (def.bufferView !== undefined) {
      planned.bufferView = this.needView(def.bufferView, `${where}.bufferView`);
      planned.byteOffset = check.whole(def.byteOffset, `${where}.byteOffset`, 0);
      const view = this.views[planned.bufferView as number];
      this.checkRange(view, planned.byteOffset as number, elementBytes, count, where);
      if (count > this.largestCount) this.largestCount = count;
    }
    if (def.sparse !== undefined) {
      planned.sparse = this.planSparse(check.object(def.sparse, `${where}.sparse`), elementBytes, count, where);
    }
    return planned;
  }

  private planSparse(sparse: JsonObject, elementBytes: number, accessorCount: number, where: string): JsonObject {
    const { check } = this;
    const place = `${where}.sparse`;
    const count = check.whole(sparse.count, `${place}.count`);
    if (count > accessorCount) throw check.error(`${place}.count`, `a count up to ${accessorCount}`, count);
    const part = (name: 'indices' | 'values', bytes: (def: JsonObject) => number): JsonObject => {
      const def = check.object(sparse[name], `${place}.${name}`);
      const bufferView = this.needView(def.bufferView, `${place}.${name}.bufferView`);
      const byteOffset = check.whole(def.byteOffset, `${place}.${name}.byteOffset`, 0);
      const { byteStride: _ignored, ...view } = this.views[bufferView];
      this.checkRange(view, byteOffset, bytes(def), count, `${place}.${name}`);
      return name === 'indices'
        ? { bufferView, byteOffset, componentType: def.componentType }
        : { bufferView, byteOffset };
    };
    const indexBytes = (def: JsonObject): number =>
      COMPONENT_BYTES.get(check.oneOf(def.componentType, [5121, 5123, 5125], `${place}.indices.componentType`))!;
    return { count, indices: part('indices', indexBytes), values: part('values', () => elementBytes) };
  }

  private checkRange(view: PlannedView, byteOffset: number, elementBytes: number, count: number, where: string): void {
    if (count === 0) return;
    const end = byteOffset + (view.byteStride ?? elementBytes) * (count - 1) + elementBytes;
    if (end > view.byteLength) {
      throw this.check.error(where, `at most ${view.byteLength} bytes, as many as its bufferView has`, end);
    }
  }

  private planView(index: number): PlannedView {
    const { check } = this;
    const where = `bufferViews[${index}]`;
    const def = check.object(this.viewDefs[index], where);
    const byteStride = check.whole(def.byteStride, `${where}.byteStride`, 0);
    for (const name of MESHOPT_NAMES) {
      const packed = check.extension(def, name, where);
      if (packed) return this.planPackedView(packed, byteStride, `${where}.extensions.${name}`);
    }
    return {
      ...this.planBytes(def, where),
      ...(byteStride > 0 ? { byteStride } : {}),
    };
  }

  private planPackedView(def: JsonObject, byteStride: number, where: string): PlannedView {
    const { check } = this;
    this.usesMeshopt = true;
    const bytes = this.planBytes(def, where);
    const stride = check.whole(def.byteStride, `${where}.byteStride`);
    const count = check.whole(def.count, `${where}.count`);
    const mode = check.oneOf(def.mode, ['ATTRIBUTES', 'TRIANGLES', 'INDICES'], `${where}.mode`);
    const filters = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
    const filter = check.oneOf(def.filter ?? 'NONE', filters, `${where}.filter`);
    if (stride === 0 || stride > 256) throw check.error(`${where}.byteStride`, 'a stride from 1 to 256', stride);
    if (mode === 'TRIANGLES' && count % 3 !== 0) throw check.error(`${where}.count`, 'a multiple of 3', count);
    if (mode !== 'ATTRIBUTES' && stride !== 2 && stride !== 4)
      throw check.error(`${where}.byteStride`, '2 or 4', stride);
    if (mode === 'ATTRIBUTES' && stride % 4 !== 0) throw check.error(`${where}.byteStride`, 'a multiple of 4', stride);
    const byteLength = count * stride;
    if (byteLength > MESHOPT_MAX_RATIO * bytes.byteLength) {
      throw check.error(`${where}.count`, `a count that ${bytes.byteLength} packed bytes can hold`, count);
    }
    return {
      buffer: bytes.buffer,
      byteOffset: 0,
      byteLength,
      ...(byteStride > 0 ? { byteStride } : {}),
      // both names mean the same layout; the decoder knows the older one
      extensions: { EXT_meshopt_compression: { ...bytes, byteStride: stride, count, mode, filter } },
    };
  }

  private planBytes(def: JsonObject, where: string): { buffer: number; byteOffset: number; byteLength: number } {
    const { check } = this;
    const buffer = check.index(def.buffer, this.bufferDefs.length, `${where}.buffer`);
    const byteOffset = check.whole(def.byteOffset, `${where}.byteOffset`, 0);
    const byteLength = check.whole(def.byteLength, `${where}.byteLength`);
    const bufferDef = check.object(this.bufferDefs[buffer], `buffers[${buffer}]`);
    const bufferBytes = check.whole(bufferDef.byteLength, `buffers[${buffer}].byteLength`);
    if (byteOffset + byteLength > bufferBytes) {
      throw check.error(where, `a range inside the ${bufferBytes} bytes of its buffer`, byteOffset + byteLength);
    }
    const number = this.buffers.get(buffer) ?? this.buffers.size;
    this.buffers.set(buffer, number);
    return { buffer: number, byteOffset, byteLength };
  }
}
