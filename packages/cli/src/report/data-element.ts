import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

/** Bytes as an element of a page, packed, for `inflate` of the page to read. */
export async function dataElement(id: string, bytes: Uint8Array): Promise<string> {
  const packed = await promisify(deflate)(bytes, { level: 9 });
  return `<script type="application/octet-stream" id="${id}">${packed.toString('base64')}</script>\n`;
}
