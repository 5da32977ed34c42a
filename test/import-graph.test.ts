import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { drawGraphs } from '../scripts/draw-graph.mjs';
import {
  describeImports,
  findCycle,
  formatGraph,
  readFolderGraph,
  readGraphBlock,
  readPackageGraph,
  replaceGraphBlock,
} from '../scripts/import-graph.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('imports between packages and between folders of core', () => {
  it('have no cycle', () => {
    expect(findCycle(readPackageGraph(root))).toBeUndefined();
    expect(findCycle(readFolderGraph(join(root, 'packages/core/src')))).toBeUndefined();
  });

  it('are those in ARCHITECTURE.md (npm run graph -- --write puts them there)', () => {
    expect(readGraphBlock(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))).toBe(describeImports(root).text);
  });
});

describe('the graph itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-graph-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
    return join(folder, name);
  };
  const house = {
    'index.ts': `export * from './a/one.ts'; import './start.ts';`,
    'start.ts': `import './b/deep/two.ts';`,
    'errors.ts': '',
    'a/one.ts': `import type { B } from '../b/deep/two.ts'; import './other.ts'; import { c } from 'elsewhere';`,
    'a/other.ts': '',
    'b/deep/two.ts': `import '../../errors.ts';`,
  };

  it('joins folders, with files of src that a folder imports as nodes of their own', () => {
    const graph = readFolderGraph(join(write('house', prefixed(house)), 'src'));
    expect([...graph]).toEqual([
      ['a', ['b']],
      ['b', ['errors.ts']],
      ['errors.ts', []],
      ['other files of src', ['a', 'b']],
    ]);
    expect(findCycle(graph)).toBeUndefined();
    expect(formatGraph('house', graph)).toBe(
      [
        'house',
        '  errors.ts           → nothing',
        '  b                   → errors.ts',
        '  a                   → b',
        '  other files of src  → a, b',
      ].join('\n'),
    );
    const svg = drawGraphs([['house', graph]]);
    expect(svg.match(/<path d="M\d/g)).toHaveLength(5); // four imports and the arrow's head
    expect(svg.match(/stroke="#ccd"/g)).toHaveLength(1); // other files → b also follows from a → b
  });

  it.each([
    ['a type', `import type { A } from '../../a/one.ts';`],
    ['a re-export', `export * from '../../a/one.ts';`],
    ['an import on demand', `await import('../../a/one.ts');`],
    ['the type of an import', `let a: import('../../a/one.ts').A;`],
  ])('finds a cycle closed by %s', (name, text) => {
    const src = join(write(name, prefixed({ ...house, 'b/deep/back.ts': text })), 'src');
    expect(findCycle(readFolderGraph(src))).toEqual(['a', 'b', 'a']);
  });

  it('replaces its block in a document and nothing else', () => {
    const document = 'Before\n\n<!-- import graph -->\n```\n```\nAfter\n\n```\ncode\n```\n';
    const filled = replaceGraphBlock(document, 'a $& b\n  c');
    expect(filled).toBe('Before\n\n<!-- import graph -->\n```\na $& b\n  c\n```\nAfter\n\n```\ncode\n```\n');
    expect(readGraphBlock(filled)).toBe('a $& b\n  c');
    expect(replaceGraphBlock(filled, 'd')).toContain('```\nd\n```\nAfter');
    expect(readGraphBlock('no block')).toBeUndefined();
    expect(() => replaceGraphBlock('no block', 'd')).toThrow(/must have <!-- import graph -->/);
  });

  function prefixed(files: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, text]));
  }
});
