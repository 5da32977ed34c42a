import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../packages/three/test/open-browser.ts';
import { serveFolder } from '../packages/three/test/serve-folder.ts';
import { bundleSize, readSizeTable } from './bundle-size.ts';
import { installPacked, type PackedPackage, packPublished } from './install-packed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Two triangles that pass through each other: an edge of each meets the other. */
const OBJ = 'v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0.5\nf 1 2 3\nf 4 5 6\n';

/** Every public package, packed as npm would publish it and installed in an empty folder. */
describe('packed and installed', () => {
  let home: string;
  let folder: string;
  let packed: PackedPackage[];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-packed-'));
    folder = join(home, 'user');
    packed = await packPublished(join(home, 'tarballs'));
    installPacked(folder, packed, ['three', '@types/three']);
    writeFileSync(join(folder, 'mesh.obj'), OBJ);
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const run = (program: string, ...args: string[]) =>
    new Promise<{ status: number; text: string }>((resolve) => {
      execFile(program, args, { cwd: folder }, (error, out, err) =>
        resolve({ status: error ? Number(error.code) : 0, text: out + err }),
      );
    });

  it('each tarball has its README, its licence and no scan in it', () => {
    expect(packed.map(({ name }) => name).sort()).toEqual([
      '@selfcollide/cli',
      '@selfcollide/fleet',
      '@selfcollide/gltf-transform',
      '@selfcollide/papers',
      '@selfcollide/response',
      '@selfcollide/three',
      'selfcollide',
    ]);
    for (const { name, files } of packed) {
      expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'dist/index.d.mts']));
      expect(readFileSync(join(folder, 'node_modules', name, 'LICENSE'), 'utf8')).toBe(
        readFileSync(`${root}LICENSE`, 'utf8'),
      );
      expect(files.filter((file) => /\.(ply|gz|obj|glb)$/.test(file))).toEqual([]);
      // the first coordinates of the bunny, as its package writes them
      const texts = files.filter((file) => /\.(mjs|js|html)$/.test(file));
      const inside = texts.filter((file) =>
        readFileSync(join(folder, 'node_modules', name, file), 'utf8').includes('1.301895'),
      );
      expect(inside, 'bunny').toEqual([]);
    }
    // control: that is how the bunny begins
    expect(readFileSync(join(folder, 'node_modules/bunny/index.js'), 'utf8')).toContain('1.301895');
  });

  it('needs no package that is private, and no require', () => {
    const isPacked = (needed: string) => packed.some((entry) => entry.name === needed);
    for (const { name, files } of packed) {
      const { dependencies = {} } = JSON.parse(
        readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
      );
      const ours = Object.keys(dependencies).filter((needed) => needed.startsWith('@selfcollide/'));
      expect(ours.filter((needed) => !isPacked(needed))).toEqual([]);
      const modules = files.filter((file) => /\.m(js|ts)$/.test(file));
      const text = (file: string) => readFileSync(join(folder, 'node_modules', name, file), 'utf8');
      expect(modules.filter((file) => /\brequire\(/.test(text(file)))).toEqual([]);
      const named = modules.flatMap((file) => [
        ...text(file).matchAll(/(?:from|import) ?\(?["'](@selfcollide\/[^/"']+)/g),
      ]);
      expect(named.map(([, needed]) => needed).filter((needed) => !isPacked(needed))).toEqual([]);
    }
  });

  it('npx selfcollide check', async () => {
    const { status, text } = await run('npx', 'selfcollide', 'check', 'mesh.obj');
    expect(text).toContain('mesh.obj');
    expect(status, text).toBe(1);
    const bunny = await run('npx', 'selfcollide', 'check', 'scene:bunny:400', '--frames', '0', '--json', 'report.json');
    expect(bunny.status, bunny.text).toBeLessThan(2);
  });

  it('npx selfcollide bench', async () => {
    const { status, text } = await run(
      ...(['npx', 'selfcollide', 'bench', 'two-triangles', '--methods', 'box-tree', 'three-mesh-bvh'] as const),
    );
    expect(status, text).toBe(0);
    expect(text).toContain('three-mesh-bvh');
  });

  it('npx selfcollide view serves the page, all it refers to, and the bunny', async () => {
    const program = spawn('npx', ['selfcollide', 'view', '--no-open', 'mesh.obj'], { cwd: folder });
    try {
      const address = await readAddress(program);
      const page = await (await fetch(address)).text();
      expect(page).toContain('<title>');
      const assets = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path);
      expect(assets.length).toBeGreaterThan(1);
      const { files } = await (await fetch(new URL('files.json', address))).json();
      expect(files).toMatchObject([{ name: 'mesh.obj' }]);
      for (const path of [...assets, files[0].data])
        expect((await fetch(new URL(path, address))).status, path).toBe(200);
      const bunny = await (await fetch(new URL('bunny.json', address))).json();
      expect(bunny.triangles.length / 3).toBe(3674);
    } finally {
      program.kill();
    }
  });

  it('npx selfcollide runs finds the package for queues, and says so if it is not there', async () => {
    const args = ['npx', 'selfcollide', 'runs', '--queue', 'redis://127.0.0.1:1'] as const;
    const there = await run(...args);
    expect(there).toEqual({
      status: 4,
      text: expect.stringContaining(
        'error: cannot use Redis at redis://127.0.0.1:1: nobody answers there (connection refused).\n',
      ),
    });
    const fleet = join(folder, 'node_modules/@selfcollide/fleet');
    renameSync(fleet, `${fleet}-away`);
    const missing = await run(...args);
    renameSync(`${fleet}-away`, fleet);
    expect(missing).toEqual({
      status: 2,
      text: expect.stringContaining(
        'error: --queue needs the package @selfcollide/fleet: npm install @selfcollide/fleet.\n',
      ),
    });
  });

  it('import in Node', async () => {
    writeFileSync(
      join(folder, 'import.js'),
      `
        import { createDetector, MeshError } from 'selfcollide';
        import { buildHalfEdges, MeshError as SameError } from 'selfcollide/mesh';
        import { trianglesMeet } from 'selfcollide/predicates';
        import { createResponse } from '@selfcollide/response';
        import { kdop } from '@selfcollide/papers';
        import { SelfCollider } from '@selfcollide/three';
        import { BufferAttribute, BufferGeometry } from 'three';
        import { runCli } from '@selfcollide/cli';
        const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0.5);
        const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
        const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
        console.log(JSON.stringify([
          createDetector({ positions, triangles }).findIntersections().count,
          createDetector({ positions, triangles }, { method: kdop() }).findIntersections().count,
          buildHalfEdges(triangles).edgeCount,
          trianglesMeet(positions, 0, 1, 2, 3, 4, 5),
          new SelfCollider(geometry).update().findIntersections().count,
          MeshError === SameError,
          typeof runCli,
          createResponse({ positions, triangles }, { gap: 0.1 }).reset(positions),
        ]));
      `,
    );
    const { status, text } = await run(process.execPath, 'import.js');
    expect(status, text).toBe(0);
    expect(JSON.parse(text)).toEqual([2, 2, 6, true, 2, true, 'function', 2]);
  });

  it.each(['bundler', 'nodenext'])('types under moduleResolution %s', async (moduleResolution) => {
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      moduleResolution,
      types: [],
    };
    const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
    // three's own declarations are not ours to check
    const config = { compilerOptions: { ...options, module, skipLibCheck: true }, files: ['types.ts'] };
    writeFileSync(join(folder, 'types.ts'), TYPED);
    writeFileSync(join(folder, `tsconfig.${moduleResolution}.json`), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, text } = await run(process.execPath, tsc, '-p', `tsconfig.${moduleResolution}.json`);
    expect(text).toBe('');
    expect(status).toBe(0);
  });

  it('weighs what the table in docs/three.md says', async () => {
    const rows = readSizeTable(`${root}docs/three.md`);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    const wrong: string[] = [];
    const sizes = new Map<string, number>();
    for (const { what, size } of rows) {
      const measured = await bundleSize(folder, what);
      sizes.set(what, measured);
      if (Math.abs(measured - size) > 1 + 0.05 * size) wrong.push(`${what}: ${measured.toFixed(1)} kB, not ${size}`);
    }
    expect(wrong).toEqual([]);
    // contacts alone: about a quarter of everything
    expect(sizes.get("{ createStarContourDetector } from 'selfcollide/star-contour'")).toBeLessThanOrEqual(28);
  });

  it('Vite builds a page with a worker, and it finds contacts', async () => {
    writeFileSync(join(folder, 'index.html'), '<title>waiting</title><script type="module" src="/page.js"></script>');
    writeFileSync(join(folder, 'page.js'), PAGE);
    writeFileSync(
      join(folder, 'collide-worker.js'),
      `import { handleDetectorMessages } from '@selfcollide/three/worker';\nhandleDetectorMessages(self);\n`,
    );
    await build({ root: folder, configFile: false, logLevel: 'error', build: { chunkSizeWarningLimit: 2000 } });
    expect(readdirSync(join(folder, 'dist/assets')).filter((name) => name.startsWith('collide-worker'))).toHaveLength(
      1,
    );

    const server = await serveFolder(join(folder, 'dist'));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(server.url);
      await page.waitForFunction(() => document.title !== 'waiting' || undefined, undefined, { timeout: 45_000 });
      expect(problems).toEqual([]);
      const [inWorker, here] = (await page.title()).split(' ').map(Number);
      expect(here).toBeGreaterThan(0);
      expect(inWorker).toBe(here);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

function readAddress(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer) => {
      text += chunk;
      const address = /http:\S+/.exec(text)?.[0];
      if (address) resolve(address);
    };
    program.stdout?.on('data', take);
    program.stderr?.on('data', take);
    program.once('exit', () => reject(new Error(`view ended: ${text}`)));
  });
}

const TYPED = `
import { createDetector, type Detector, type TriangleMesh } from 'selfcollide';
import { findComponents, type HalfEdges, buildHalfEdges } from 'selfcollide/mesh';
import { type FinderFactory, PLAIN } from 'selfcollide/finder';
import { segmentMeetsTriangle } from 'selfcollide/predicates';
import { type KdopFinder, kdop } from '@selfcollide/papers';
import { createBackgroundCollider, SelfCollider } from '@selfcollide/three';
import { handleDetectorMessages } from '@selfcollide/three/worker';
import { type CheckReport, runCli } from '@selfcollide/cli';
import { connectFleet, type RunFacts } from '@selfcollide/fleet';
import { createResponse, type ResponseContacts } from '@selfcollide/response';
import { Mesh } from 'three';

const mesh: TriangleMesh = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };
const detector: Detector = createDetector(mesh, { method: 'box-tree' });
const factory: FinderFactory<KdopFinder> = kdop({ faces: 18 });
export const deepest: number | undefined = createDetector(mesh, { method: factory }).finder.polytopes?.deepest;
export const why: string = PLAIN.reason;
const count: number = detector.findIntersections().count;
const edges: HalfEdges = buildHalfEdges([0, 1, 2]);
const pieces: number = findComponents(edges).count;
const meets: boolean = segmentMeetsTriangle(mesh.positions, 0, 1, 0, 1, 2);
const collider = new SelfCollider(new Mesh());
export type Report = CheckReport['format'];
export const found: number[] = [count, pieces, collider.findIntersections().count];
export const ids: (contacts: ResponseContacts) => Uint32Array = ({ ids }) => ids;
export type Frames = RunFacts['framesDone'];
export { connectFleet, createResponse, createBackgroundCollider, handleDetectorMessages, meets, runCli };
// @ts-expect-error a types test that cannot fail is no test
createDetector(mesh, { method: 'no such method' });
// @ts-expect-error there is no such entry
await import('selfcollide/find');
`;

const PAGE = `
import { createDetector } from 'selfcollide';
import { createBackgroundCollider } from '@selfcollide/three';
import * as THREE from 'three';

const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2, 30, 30));
const { position } = mesh.geometry.attributes;
const collider = await createBackgroundCollider(mesh, {
  worker: () => new Worker(new URL('./collide-worker.js', import.meta.url), { type: 'module' }),
});
const detector = createDetector({ positions: position.array, triangles: mesh.geometry.index.array });
for (let i = 0; i < position.count; i++) {
  const x = position.getX(i);
  position.setXYZ(i, Math.sin(9 * x), position.getY(i), Math.cos(9 * x) + 0.1 * x * position.getY(i));
}
const { count } = await collider.find();
detector.update(position.array);
document.title = count + ' ' + detector.findIntersections().count;
`;
