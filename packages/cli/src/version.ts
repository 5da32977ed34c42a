import { readFileSync } from 'node:fs';

/** The version in package.json, which lies beside the folder that this file or the built program is in. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
