import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findContacts } from '../../src/data/check-data.ts';
import { dataFolder, readManifest } from '../../src/data/data-folder.ts';

const folder = dataFolder();

describe('the known contact counts', () => {
  it('are read from the manifest, other files left out', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'selfcollide-data-'));
    const entries = [
      { file: 'a.json', bytes: 1 },
      { file: 'b.ply', bytes: 2, V: 3, T: 4, edgeTriContacts: 0 },
    ];
    writeFileSync(join(temporary, 'manifest.json'), JSON.stringify(entries));
    expect(readManifest(temporary)).toEqual([{ file: 'b.ply', triangles: 4, contacts: 0 }]);
    rmSync(temporary, { recursive: true });
  });

  it.skipIf(folder === undefined)(
    'are found in the small meshes of ../shared/data (skipped where that is absent)',
    async () => {
      const small = readManifest(folder!).filter(({ triangles, contacts }) => triangles < 5000 && contacts > 0);
      expect(small.length).toBeGreaterThan(3);
      for (const mesh of small) {
        expect(await findContacts(folder!, mesh, 'box-tree'), mesh.file).toMatchObject({ contacts: mesh.contacts });
      }
    },
  );

  it('of a file that cannot be read are an error, not a number', async () => {
    expect(await findContacts('/nowhere', { file: 'a.ply', triangles: 1, contacts: 0 }, 'box-tree')).toEqual({
      error: expect.stringContaining('ENOENT'),
    });
  });
});
