import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

describe('documents name only what exists:', () => {
  it('files of the glossary', () => {
    const files = [...read('GLOSSARY.md').matchAll(/`([a-z]+\/src\/[^`]*)` \|$/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(`${root}packages/${file}`))).toEqual([]);
  });

  it.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('links in %s', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link);
    expect(links.filter((link) => !existsSync(root + link))).toEqual([]);
  });

  it('npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((document) =>
      [...read(document).matchAll(/npm run ([a-z]+)/g)].map(([, script]) => script),
    );
    expect(named).toContain('bench');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});
