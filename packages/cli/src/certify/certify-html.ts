import { readFile } from 'node:fs/promises';
import { dataElement } from '../report/data-element.ts';
import type { TextOutput } from '../report/text-output.ts';
import type { CertifyFileReport, CertifyPayload } from './certify-report.ts';

export interface PictureData {
  readonly mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array };
  readonly vectors: Float64Array;
  readonly firstTouch: Float64Array;
}

/** Writes the page: one file, no network. Positions are relative to the middle, so that floats keep their digits. */
export async function writeCertifyPage(
  output: TextOutput,
  template: URL,
  report: CertifyFileReport,
  { mesh, vectors, firstTouch }: PictureData,
): Promise<void> {
  const { positions, triangles } = mesh;
  const middle = [0, 1, 2].map((axis) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return (low + high) / 2;
  });
  const arrays = [
    Float32Array.from(positions, (x, i) => x - middle[i % 3]),
    triangles,
    Float32Array.from(vectors),
    Float32Array.from(firstTouch),
  ];
  const bytes = Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const payload: CertifyPayload = { created: new Date().toISOString(), report };
  const page = await readFile(template, 'utf8');
  const [head, tail] = page.split('<!--DATA-->');
  await output.write(head);
  await output.write(await dataElement('payload', Buffer.from(JSON.stringify(payload))));
  await output.write(await dataElement('bytes', bytes));
  await output.write(tail);
  await output.end();
}
