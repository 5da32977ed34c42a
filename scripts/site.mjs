import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { Application } from 'typedoc';
import { build } from 'vite';
import { buildViewer } from '../packages/viewer/build-viewer.mjs';
import { checkSite } from './check-site.mjs';
import { root } from './packages.mjs';

/**
 * `npm run site [-- --check] [-- --out FOLDER]`: a static site from README, docs, API reference, examples and the viewer. Every address in it is
 * relative, so that it can lie in any folder of any server. `--check` also looks for dead links and for pages with errors.
 */

const STYLE = readFileSync(join(root, 'scripts/site.css'), 'utf8');
const args = process.argv.slice(2);
const known = ['--check', '--out', '--quick'];
const unknown = args.find((arg, i) => !known.includes(arg) && args[i - 1] !== '--out');
if (unknown) {
  console.error(`site: options are ${known.join(', ')}, got ${unknown}.`);
  process.exit(2);
}
const out = args.includes('--out') ? args[args.indexOf('--out') + 1] : join(root, 'site');
const started = performance.now();
const say = (text) => console.log(`${text} (${((performance.now() - started) / 1000).toFixed(0)} s)`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await buildViewer(join(out, 'viewer'));
say('viewer');
const examples = join(root, 'examples');
await build({
  configFile: join(examples, 'vite.config.ts'),
  logLevel: 'error',
  build: { outDir: join(out, 'examples'), emptyOutDir: true },
});
say('examples');
if (!args.includes('--quick')) {
  await writeReference();
  say('API reference');
}
const pages = writePages();
say(`${pages} pages`);
if (args.includes('--check')) {
  const wrong = await checkSite(out);
  for (const one of wrong) console.error(one);
  say(`checked: ${wrong.length === 0 ? 'no dead links, no errors' : `${wrong.length} problems`}`);
  if (wrong.length > 0) process.exit(1);
}
console.log(out);

async function writeReference() {
  const packages = ['core', 'three'];
  const application = await Application.bootstrapWithPlugins({
    name: 'selfcollide',
    entryPoints: [
      'core/src/index.ts',
      'core/src/mesh/index.ts',
      'core/src/star-contour.ts',
      'core/src/kernel.ts',
      'core/src/predicates/index.ts',
      'three/src/index.ts',
    ].map((path) => join(root, 'packages', path)),
    tsconfig: join(root, 'tsconfig.typedoc.json'),
    readme: 'none',
    out: join(out, 'api'),
    excludePrivate: true,
    excludeInternal: true,
    disableSources: true,
    skipErrorChecking: true,
    logLevel: 'Error',
  });
  const project = await application.convert();
  if (!project) throw new Error(`site: no API reference of ${packages.join(' and ')} could be made.`);
  await application.generateOutputs(project);
}

/** Every Markdown file that readers are meant to see, as a page at the same place. */
function writePages() {
  const sources = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'GLOSSARY.md',
    'CHANGELOG.md',
    'examples/README.md',
  ];
  for (const name of readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.md')) sources.push(posix.join('docs', name.split('\\').join('/')));
    else if (/\.(png|svg|jpg)$/.test(name)) copy(join('docs', name));
  }
  for (const name of ['core', 'three', 'cli']) sources.push(`packages/${name}/README.md`);
  copy('LICENSE');
  const markdown = new MarkdownIt({ html: true, linkify: false });
  // headings can be linked to, under the names that GitHub gives them
  markdown.renderer.rules.heading_open = (tokens, i, options, _, self) => {
    tokens[i].attrSet('id', slug(tokens[i + 1].content));
    return self.renderToken(tokens, i, options);
  };
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    const target = pagePath(source);
    const html = markdown
      .render(text)
      .replaceAll(/(href|src)="([^"]+)"/g, (_, name, link) => `${name}="${rewrite(link, source, sources)}"`);
    const file = join(out, target);
    mkdirSync(dirname(file), { recursive: true });
    const up = posix.relative(posix.dirname(target), '.') || '.';
    writeFileSync(file, frame(/^# (.*)$/m.exec(text)?.[1] ?? basename(source), html, up, source));
  }
  return sources.length;
}

function copy(path) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  cpSync(join(root, path), join(out, path));
}

/** README.md → index.html, docs/three.md → docs/three.html. */
function pagePath(source) {
  return source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/** Links to Markdown become links to pages; what is not part of the site leads to nothing and is said by the check. */
function rewrite(link, source, sources) {
  if (/^(https?:|data:|#|mailto:)/.test(link)) return link;
  const [path, anchor] = link.split('#');
  const target = posix.join(posix.dirname(source), path);
  const end = anchor ? `#${anchor}` : '';
  const from = posix.dirname(pagePath(source));
  if (sources.includes(target)) return `${posix.relative(from, pagePath(target)) || 'index.html'}${end}`;
  if (existsSync(join(root, target)) && !existsSync(join(out, target)) && statSync(join(root, target)).isFile()) {
    copy(target);
  }
  return link;
}

function slug(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function frame(title, html, up, source) {
  const links = [
    ['index.html', 'Start'],
    ['viewer/index.html', 'Viewer'],
    ['examples/index.html', 'Examples'],
    ['docs/three.html', 'three.js'],
    ['docs/ci-guide.html', 'CI'],
    ...(existsSync(join(out, 'api')) ? [['api/index.html', 'API']] : []),
    ['CHANGELOG.html', 'Changes'],
  ];
  const here = pagePath(source);
  const nav = links
    .map(([to, text]) => `<a href="${up}/${to}"${to === here ? ' aria-current="page"' : ''}>${text}</a>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.replaceAll(/[`<>]/g, '')} · selfcollide</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><a class="name" href="${up}/index.html">selfcollide</a><nav aria-label="Site">${nav}</nav></header>
<main>${html}</main>
</body>
</html>
`;
}
