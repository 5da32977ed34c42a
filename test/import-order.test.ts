import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkImports } from './import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('import order', () => {
  const folders = readdirSync(`${root}packages`).filter((folder) =>
    existsSync(`${root}packages/${folder}/package.json`),
  );

  it.each(folders)('of packages/%s', (folder) => {
    const manifest = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'));
    const declared = new Set(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.devDependencies }),
    );
    const sources = readdirSync(`${root}packages/${folder}/src`, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts'));
    expect(sources).not.toEqual([]);
    const wrong = sources.flatMap((name) => {
      const path = `packages/${folder}/src/${name}`;
      return checkImports(path, readFileSync(root + path, 'utf8'), declared);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the import check itself', () => {
  const declared = new Set([
    'selfcollide',
    '@selfcollide/scenes',
    '@selfcollide/bench',
    '@selfcollide/kit',
    'some-library',
  ]);
  const check = (path: string, source: string) => checkImports(path, source, declared);

  it.each([
    ['core/src/mesh/a.ts', `import { b } from '../predicates/b.ts';`],
    ['core/src/mesh/a.ts', `import { b } from '../errors.ts';`],
    ['core/src/confirm/a.ts', `import type { C } from '../results/c.ts';`],
    ['core/src/find/boxes/a.ts', `import { b } from './b.ts'; import { c } from '../pair-finder.ts';`],
    ['core/src/tets/a.ts', `import { b } from './b.ts'; import { c } from '../mesh/c.ts'; import '../options.ts';`],
    ['core/src/create-detector.ts', `import { b } from './find/boxes/b.ts';`],
    ['core/src/predicates/a.ts', `import { orient3d } from 'some-library';`],
    ['bench/src/a.ts', `import fs from 'node:fs'; import 'selfcollide'; import '@selfcollide/scenes';`],
    ['cli/src/a.ts', `import '@selfcollide/bench';`],
    ['cli/src/report/page/a.ts', `import '@selfcollide/kit';`],
    ['core/src/mesh/a.ts', `// import '../find/x.ts'\nconst text = "import '../find/x.ts'";`],
  ])('allows %s: %s', (path, source) => {
    expect(check(`packages/${path}`, source)).toEqual([]);
  });

  it.each([
    ['core/src/predicates/a.ts', `import { b } from '../mesh/b.ts';`, 'predicates comes before mesh'],
    ['core/src/mesh/a.ts', `export * from '../bounds/b.ts';`, 'mesh comes before bounds'],
    ['core/src/mesh/a.ts', `let b: import('../find/b.ts').B;`, 'mesh comes before find'],
    ['core/src/mesh/a.ts', `import { b } from '../create-detector.ts';`, 'mesh may not import src/create-detector.ts'],
    ['core/src/results/a.ts', `import { b } from '../mesh/b.ts';`, 'results imports nothing'],
    ['core/src/results/a.ts', `import { b } from '../errors.ts';`, 'results imports nothing'],
    ['core/src/errors.ts', `import { b } from './mesh/b.ts';`, 'errors.ts comes before mesh'],
    ['core/src/find/boxes/a.ts', `import { b } from '../brute-force/b.ts';`, 'methods are imported only by themselves'],
    ['core/src/find/a.ts', `import { b } from './boxes/b.ts';`, 'methods are imported only by themselves'],
    ['core/src/tets/a.ts', `import { b } from '../find/b.ts';`, 'tets may import only predicates, mesh, grid, kernel'],
    ['core/src/find/a.ts', `import { b } from '../tets/b.ts';`, 'unknown folder'],
    ['core/src/find/a.ts', `import { b } from '../confirm/b.ts';`, 'find and confirm do not know each other'],
    ['core/src/mesh/a.ts', `import { b } from '../options.ts';`, 'mesh comes before options.ts'],
    ['core/src/misc/a.ts', `import { b } from '../mesh/b.ts';`, 'unknown folder'],
    ['core/src/mesh/a.ts', `import { b } from '../../../io/src/b.ts';`, 'other packages are imported by name'],
    ['core/src/a.ts', `import '@selfcollide/scenes';`, 'core may not import scenes'],
    ['scenes/src/a.ts', `import '@selfcollide/bench';`, 'scenes may not import bench'],
    ['kit/src/a.ts', `import '@selfcollide/scenes';`, 'kit may not import scenes'],
    ['scenes/src/a.ts', `import '@selfcollide/kit';`, 'scenes may not import kit'],
    ['bench/src/a.ts', `import 'left-pad';`, 'not among the dependencies'],
    ['core/src/a.ts', `import fs from 'node:fs';`, 'core also runs in a browser'],
    ['kit/src/a.ts', `import fs from 'node:fs';`, 'kit also runs in a browser'],
    ['viewer/src/a.ts', `import fs from 'node:fs';`, 'viewer also runs in a browser'],
    ['physics/src/a.ts', `import fs from 'fs';`, 'physics also runs in a browser'],
    ['io/src/a.ts', `await import('node:fs/promises');`, 'io also runs in a browser'],
    ['scenes/src/a.ts', `import fs from 'node:fs';`, 'scenes also runs in a browser'],
    ['viewer/src/a.ts', `import fs from 'node:fs';`, 'viewer also runs in a browser'],
  ])('refuses %s: %s', (path, source, rule) => {
    expect(check(`packages/${path}`, source)).toEqual([expect.stringContaining(rule)]);
  });
});
