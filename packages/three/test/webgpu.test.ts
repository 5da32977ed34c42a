import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { chromiumArguments, findChromium } from '../../../scripts/find-chromium.mjs';
import { serveFolder } from './serve-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Two triangles that cross, and nothing but their contacts drawn. Pictures of a page without display show no WebGPU canvas, so parts are counted, not pixels. */
const PAGE = `
import { BufferGeometry, Float32BufferAttribute, Mesh, PerspectiveCamera, Scene } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { SelfCollider, SelfCollisionHelper } from '@selfcollide/three';

const geometry = new BufferGeometry();
geometry.setAttribute('position', new Float32BufferAttribute([-1, 0, -1, 1, 0, -1, 0, 0, 1, -0.3, -1, 0, 0.3, -1, 0, 0, 1, 0], 3));
const collider = new SelfCollider(new Mesh(geometry));
const helper = new SelfCollisionHelper(collider, { triangles: false });
const scene = new Scene().add(helper.update());
const camera = new PerspectiveCamera(40, 1, 0.1, 10);
camera.position.set(0, 2, 3);
camera.lookAt(0, 0, 0);
const renderer = new WebGPURenderer();
document.body.append(renderer.domElement);
renderer.setSize(400, 400);
await renderer.init();
const drawn = () => helper.children.filter((part) => part.visible && (part.isInstancedMesh ? part.count : part.isPoints)).map((part) => part.type + (part.isInstancedMesh ? part.count : ''));
const before = drawn();
for (let i = 0; i < 3; i++) await renderer.renderAsync(scene, camera);
const after = drawn();
helper.update();
await renderer.renderAsync(scene, camera);
globalThis.seen = { before, after, later: drawn(), backend: renderer.backend.isWebGPUBackend ? 'WebGPU' : 'WebGL' };
`;

it('contacts are spheres by themselves where a WebGPURenderer draws them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-webgpu-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>x</title><script type="module" src="page.js"></script>',
  );
  writeFileSync(join(folder, 'page.js'), PAGE);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^@selfcollide\/three$/, replacement: `${root}packages/three/src/index.ts` },
        { find: /^selfcollide\/mesh$/, replacement: `${root}packages/core/src/mesh/index.ts` },
        { find: /^selfcollide\/(kernel|star-contour)$/, replacement: `${root}packages/core/src/$1.ts` },
        { find: /^selfcollide$/, replacement: `${root}packages/core/src/index.ts` },
        { find: /^three$/, replacement: `${root}node_modules/three/build/three.module.js` },
        { find: /^three\/webgpu$/, replacement: `${root}node_modules/three/build/three.webgpu.js` },
      ],
    },
    build: { target: 'esnext', minify: false, chunkSizeWarningLimit: 5000 },
  });
  const server = await serveFolder(join(folder, 'dist'));
  try {
    let { problems, seen } = await lookAt(server.url);
    for (let tries = 1; tries < 4 && problems.some((text) => text.includes(GPU_GONE)); tries++) {
      console.log(`the browser's software GPU went away (${problems[0]}): a new browser`);
      ({ problems, seen } = await lookAt(server.url));
    }
    console.log(`drawn by ${seen?.backend}`);
    expect(problems).toEqual([]);
    expect(seen?.before).toEqual(['Points']);
    expect(seen?.after).toEqual([expect.stringMatching(/^Mesh[1-9]/)]);
    expect(seen?.later).toEqual(seen?.after);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

/** What Chromium says when its GPU process ended, as the software one does now and then on a busy machine. */
const GPU_GONE = 'Instance dropped';

/** Opens the page in a browser of its own, and says what it drew and complained of. */
async function lookAt(url: string): Promise<{ problems: string[]; seen?: Record<string, unknown> }> {
  // a software adapter; without one the renderer falls back to WebGL by itself, and draws points of one pixel all the same
  const args = [...chromiumArguments, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 420, height: 420 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    try {
      await page.waitForFunction(() => 'seen' in globalThis, undefined, { timeout: 30_000 });
    } catch (error) {
      problems.push(String(error));
      return { problems };
    }
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, unknown> }).seen);
    return { problems, seen };
  } finally {
    await browser.close();
  }
}
