import { fetchFile, type ResolveFile } from '../fetch-file.ts';
import { IoError } from '../io-error.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';

/** Fetches the buffers that are needed, each once: from the GLB, a data URI, or the caller. */
export class GltfBuffers {
  readonly defs: readonly unknown[];
  private readonly check: JsonCheck;
  private readonly bin: Uint8Array | undefined;
  private readonly resolve: ResolveFile | undefined;
  private readonly loaded = new Map<number, Uint8Array>();

  constructor(check: JsonCheck, json: JsonObject, bin: Uint8Array | undefined, resolve: ResolveFile | undefined) {
    this.check = check;
    this.defs = check.list(json.buffers, 'buffers');
    this.bin = bin;
    this.resolve = resolve;
  }

  async load(index: number): Promise<Uint8Array> {
    const known = this.loaded.get(index);
    if (known) return known;
    const where = `buffers[${index}]`;
    const def = this.check.object(this.defs[index], where);
    const byteLength = this.check.whole(def.byteLength, `${where}.byteLength`);
    const bytes = await this.fetch(index, def, where, byteLength);
    if (bytes.length < byteLength) {
      throw this.check.error(where, `${byteLength} bytes`, bytes.length);
    }
    this.loaded.set(index, bytes);
    return bytes;
  }

  private async fetch(index: number, def: JsonObject, where: string, byteLength: number): Promise<Uint8Array> {
    const { file } = this.check;
    if (def.uri === undefined) {
      if (index === 0 && this.bin) return this.bin;
      throw new IoError({ file, expected: `a "uri" or the binary chunk of a GLB at ${where}` });
    }
    const uri = this.check.text(def.uri);
    if (uri.startsWith('data:')) return decodeDataUri(uri, file, where);
    return fetchFile(file, decodeUri(uri, file, where), this.resolve, byteLength);
  }
}

export function decodeUri(uri: string, file: string, where: string): string {
  try {
    return decodeURIComponent(uri);
  } catch (cause) {
    throw new IoError({ file, expected: `a URI at ${where}`, found: `found "${uri.slice(0, 40)}"`, cause });
  }
}

export function decodeDataUri(uri: string, file: string, where: string): Uint8Array {
  const comma = uri.indexOf(',');
  const isBase64 = comma >= 0 && uri.slice(0, comma).endsWith(';base64');
  if (!isBase64) throw new IoError({ file, expected: `a base64 data URI at ${where}` });
  let text: string;
  try {
    text = atob(uri.slice(comma + 1));
  } catch (cause) {
    throw new IoError({ file, expected: `base64 at ${where}`, cause });
  }
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
