import { seededRandom } from './random.ts';

/** Writers for the formats that the package only reads, kept as plain as possible so that they are evidently right. */
export interface SampleMesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

export interface SampleTets extends SampleMesh {
  readonly tets: Uint32Array;
}

/** A bumpy grid of floats, so that formats with 4-byte numbers keep every bit. */
export function sampleMesh(size = 4, seed = 1): SampleMesh {
  const random = seededRandom(seed);
  const positions = new Float64Array(3 * size * size);
  const triangles: number[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const v = y * size + x;
      positions.set([x + random(), y + random(), random() - 0.5].map(Math.fround), 3 * v);
      if (x > 0 && y > 0) triangles.push(v, v - 1, v - size, v - 1, v - size - 1, v - size);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

/** A block of 2 × 2 × 2 cubes, six tetrahedra each, every other one turned inside out; 27 vertices, one inside. */
export function sampleTets(seed = 1): SampleTets {
  const random = seededRandom(seed);
  const positions = new Float64Array(81);
  for (let v = 0; v < 27; v++) {
    const corner = [v % 3, Math.floor(v / 3) % 3, Math.floor(v / 9)];
    positions.set(
      corner.map((c) => c + 0.2 * random()),
      3 * v,
    );
  }
  const tets: number[] = [];
  // the six paths from one corner of a cube to the opposite one
  const paths = [
    [1, 3, 9],
    [1, 9, 3],
    [3, 1, 9],
    [3, 9, 1],
    [9, 1, 3],
    [9, 3, 1],
  ];
  for (let cell = 0; cell < 8; cell++) {
    const start = (cell & 1) + 3 * ((cell >> 1) & 1) + 9 * (cell >> 2);
    for (const [first, second] of paths) tets.push(start, start + first, start + first + second, start + 13);
  }
  return { positions, triangles: new Uint32Array(0), tets: Uint32Array.from(tets) };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const rows = (array: ArrayLike<number>, width: number): number[][] =>
  Array.from({ length: array.length / width }, (_, r) => Array.from({ length: width }, (_, i) => array[width * r + i]));

export function offFile({ positions, triangles }: SampleMesh): Uint8Array {
  const lines = [
    'OFF',
    `${positions.length / 3} ${triangles.length / 3} 0`,
    ...rows(positions, 3).map((p) => p.join(' ')),
    ...rows(triangles, 3).map((t) => `3 ${t.join(' ')}`),
  ];
  return encode(`${lines.join('\n')}\n`);
}

export function bigEndianPly({ positions, triangles }: SampleMesh): Uint8Array {
  const header = encode(
    `ply\nformat binary_big_endian 1.0\nelement vertex ${positions.length / 3}\nproperty float x\nproperty float y\n` +
      `property float z\nproperty uchar quality\nelement face ${triangles.length / 3}\nproperty list uchar float colours\n` +
      'property list ushort uint vertex_index\nend_header\n',
  );
  const bytes = new Uint8Array(header.length + (13 * positions.length) / 3 + (19 * triangles.length) / 3);
  const view = new DataView(bytes.buffer);
  bytes.set(header);
  let at = header.length;
  for (const p of rows(positions, 3)) {
    p.forEach((value, i) => {
      view.setFloat32(at + 4 * i, value);
    });
    at += 13;
  }
  for (const t of rows(triangles, 3)) {
    view.setUint8(at, 1);
    view.setUint16(at + 5, 3);
    t.forEach((vertex, i) => {
      view.setUint32(at + 7 + 4 * i, vertex);
    });
    at += 19;
  }
  return bytes;
}

export function stlText({ positions, triangles }: SampleMesh, name = 'part'): Uint8Array {
  const corner = (v: number): string => `vertex ${positions.slice(3 * v, 3 * v + 3).join(' ')}`;
  const facets = rows(triangles, 3).map(
    (t) => `facet normal nan 0 1\nouter loop\n${t.map(corner).join('\n')}\nendloop\nendfacet`,
  );
  return encode(`solid ${name}\n${facets.join('\n')}\nendsolid ${name}\n`);
}

export function stlBinary({ positions, triangles }: SampleMesh): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * triangles.length) / 3);
  bytes.set(encode('solid is how some binary files start too'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length / 3, true);
  rows(triangles, 3).forEach((t, f) => {
    t.forEach((vertex, c) => {
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(84 + 50 * f + 12 + 12 * c + 4 * axis, positions[3 * vertex + axis], true);
      }
    });
  });
  return bytes;
}

export function gmsh2Text({ positions, tets }: SampleTets): Uint8Array {
  const nodes = rows(positions, 3).map((p, n) => `${10 * (n + 1)} ${p.join(' ')}`);
  const elements = rows(tets, 4).map((t, e) => `${e + 2} 4 2 99 7 ${t.map((n) => 10 * (n + 1)).join(' ')}`);
  return encode(
    `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 "a $ name"\n$EndPhysicalNames\n$Nodes\n${nodes.length}\n` +
      `${nodes.join('\n')}\n$EndNodes\n$Elements\n${elements.length + 1}\n1 15 2 0 1 10\n${elements.join('\n')}\n$EndElements\n`,
  );
}

export function gmsh41Text({ positions, tets }: SampleTets): Uint8Array {
  const points = rows(positions, 3);
  const elements = rows(tets, 4).map((t, e) => `${e + 1} ${t.map((n) => n + 1).join(' ')}`);
  const tags = (from: number, to: number): string =>
    points
      .slice(from, to)
      .map((_, n) => from + n + 1)
      .join('\n');
  return encode(
    '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n$EndEntities\n' +
      // two blocks, the first with parameters behind the coordinates
      `$Nodes\n2 ${points.length} 1 ${points.length}\n2 1 1 5\n${tags(0, 5)}\n` +
      `${points
        .slice(0, 5)
        .map((p) => `${p.join(' ')} 0.5 0.25`)
        .join('\n')}\n3 1 0 ${points.length - 5}\n` +
      `${tags(5, points.length)}\n${points
        .slice(5)
        .map((p) => p.join(' '))
        .join('\n')}\n$EndNodes\n` +
      `$Elements\n1 ${elements.length} 1 ${elements.length}\n3 1 4 ${elements.length}\n${elements.join('\n')}\n$EndElements\n`,
  );
}

/** Collects binary values in either byte order. */
class Bytes {
  private readonly bytes: number[] = [];
  private readonly little: boolean;

  constructor(little: boolean) {
    this.little = little;
  }

  text(value: string): this {
    this.bytes.push(...encode(value));
    return this;
  }

  ints(...values: number[]): this {
    return this.put(values, 4, (view, value) => view.setInt32(0, value, this.little));
  }

  sizes(...values: number[]): this {
    return this.put(values, 8, (view, value) => view.setBigUint64(0, BigInt(value), this.little));
  }

  doubles(...values: number[]): this {
    return this.put(values, 8, (view, value) => view.setFloat64(0, value, this.little));
  }

  floats(...values: number[]): this {
    return this.put(values, 4, (view, value) => view.setFloat32(0, value, this.little));
  }

  toArray(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }

  private put(values: readonly number[], width: number, set: (view: DataView, value: number) => void): this {
    const buffer = new Uint8Array(width);
    for (const value of values) {
      set(new DataView(buffer.buffer), value);
      this.bytes.push(...buffer);
    }
    return this;
  }
}

export function gmsh2Binary({ positions, tets }: SampleTets): Uint8Array {
  const out = new Bytes(true).text('$MeshFormat\n2.2 1 8\n').ints(1).text('\n$EndMeshFormat\n');
  out.text(`$Nodes\n${positions.length / 3}\n`);
  for (const [n, p] of rows(positions, 3).entries()) out.ints(n + 1).doubles(...p);
  out
    .text(`\n$EndNodes\n$Elements\n${tets.length / 4 + 1}\n`)
    .ints(15, 1, 2, 1, 0, 1, 1)
    .ints(4, tets.length / 4, 2);
  for (const [e, t] of rows(tets, 4).entries()) out.ints(e + 2, 99, 7, ...t.map((n) => n + 1));
  return out.text('\n$EndElements\n').toArray();
}

export function gmsh41Binary({ positions, tets }: SampleTets, little = true): Uint8Array {
  const count = positions.length / 3;
  const out = new Bytes(little).text('$MeshFormat\n4.1 1 8\n').ints(1).text('\n$EndMeshFormat\n$Nodes\n');
  out.sizes(1, count, 1, count).ints(3, 1, 0).sizes(count);
  for (let n = 1; n <= count; n++) out.sizes(n);
  out.doubles(...positions).text('\n$EndNodes\n$Elements\n');
  out
    .sizes(1, tets.length / 4, 1, tets.length / 4)
    .ints(3, 1, 4)
    .sizes(tets.length / 4);
  for (const [e, t] of rows(tets, 4).entries()) out.sizes(e + 1, ...t.map((n) => n + 1));
  return out.text('\n$EndElements\n').toArray();
}

export function tetgenFiles({ positions, tets }: SampleTets, base = 0): { node: Uint8Array; ele: Uint8Array } {
  const nodes = rows(positions, 3).map((p, n) => `${n + base} ${p.join(' ')} 1`);
  const elements = rows(tets, 4).map((t, e) => `${e + base} ${t.map((n) => n + base).join(' ')} 3`);
  return {
    node: encode(`# made up\n${nodes.length} 3 0 1\n${nodes.join('\n')}\n# end\n`),
    ele: encode(`${elements.length} 4 1\n${elements.join('\n')}\n`),
  };
}

export function vegaFile({ positions, tets }: SampleTets): Uint8Array {
  const nodes = rows(positions, 3).map((p, n) => `${n + 1} ${p.join(' ')}`);
  const elements = rows(tets, 4).map((t, e) => `${e + 1} ${t.map((n) => n + 1).join(' ')}`);
  return encode(
    `# Vega mesh file.\n*VERTICES\n${nodes.length} 3 0 0\n${nodes.join('\n')}\n\n*ELEMENTS\nTET\n${elements.length} 4 0\n` +
      `${elements.join('\n')}\n\n*MATERIAL BODY\nENU, 1000, 1e6, 0.4\n\n*REGION\nallElements, BODY\n`,
  );
}

export function gaiaFile({ positions, tets }: SampleTets): Uint8Array {
  const nodes = rows(positions, 3).map((p, n) => `Vertex ${n} ${p.join(' ')}`);
  const elements = rows(tets, 4).map((t, e) => `Tet ${e} ${t.join(' ')}`);
  return encode(`${nodes.join('\n')}\n${elements.join('\n')}\n`);
}

/** `frames` poses of `positions`, the coordinates growing by one from pose to pose. */
export function mddFile(positions: Float64Array, frames: number): Uint8Array {
  const out = new Bytes(false).ints(frames, positions.length / 3);
  for (let i = 0; i < frames; i++) out.floats(i / 2);
  for (let i = 0; i < frames; i++) out.floats(...positions.map((p) => p + i));
  return out.toArray();
}

export function pc2File(positions: Float64Array, frames: number): Uint8Array {
  const out = new Bytes(true)
    .text('POINTCACHE2\0')
    .ints(1, positions.length / 3)
    .floats(12, 2)
    .ints(frames);
  for (let i = 0; i < frames; i++) out.floats(...positions.map((p) => p + i));
  return out.toArray();
}
