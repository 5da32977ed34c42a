import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { writeLicences } from '../../scripts/licences.mjs';
import { fillPage } from '../kit/fill-page.mjs';

const directory = fileURLToPath(new URL('.', import.meta.url));
const kit = join(directory, '../kit/src');

/** Builds what the bundler of the packages does not: the pages of the HTML reports and, if wanted, the viewer, beside the built program. */
export async function buildAssets(outFolder = join(directory, 'dist'), { viewer = true } = {}) {
  await buildPage(join(directory, 'src/report/page'), join(kit, 'review/review.css'), join(outFolder, 'report-page'));
  const certify = join(directory, 'src/certify/page');
  await buildPage(certify, join(certify, 'page.css'), join(outFolder, 'certify-page'));
  if (!viewer) return;
  const { buildViewer } = await import('../viewer/build-viewer.mjs');
  await buildViewer(join(outFolder, 'viewer'));
}

/** One file with style and script in it, and a mark where the data goes. */
async function buildPage(page, styleFile, out) {
  const work = await mkdtemp(join(tmpdir(), 'selfcollide-page-'));
  try {
    await build({
      config: false,
      cwd: directory,
      entry: { page: join(page, 'main.ts') },
      tsconfig: join(directory, 'tsconfig.page.json'),
      outDir: work,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      minify: true,
      dts: false,
      clean: false,
      alias: { '@selfcollide/kit': join(kit, 'index.ts') },
      deps: { alwaysBundle: [/./], onlyBundle: false },
      plugins: [writeLicences('licences.md')],
      outputOptions: { entryFileNames: 'page.js' },
      checks: { pluginTimings: false },
      logLevel: 'warn',
    });
    const [html, theme, style, script] = await Promise.all([
      readFile(join(page, 'page.html'), 'utf8'),
      readFile(join(kit, 'theme.css'), 'utf8'),
      readFile(styleFile, 'utf8'),
      readFile(join(work, 'page.js'), 'utf8'),
    ]);
    // functions: in a plain replacement text $& and the like would be special
    const whole = fillPage(html)
      .replace('/*STYLE*/', () => theme + style)
      .replace('/*SCRIPT*/', () => script.replaceAll('</script', '<\\/script'));
    await writeFile(`${out}.html`, whole);
    await copyFile(join(work, 'licences.md'), `${out}.licences.md`);
  } finally {
    await rm(work, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAssets();
