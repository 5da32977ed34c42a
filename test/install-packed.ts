import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages } from '../scripts/build.mjs';
import { listPackages } from '../scripts/packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
  /** Paths of its files, as they will be in node_modules. */
  readonly files: readonly string[];
}

/** Packs every public package into `folder`, built if it was not. */
export async function packPublished(folder: string): Promise<PackedPackage[]> {
  await buildPackages();
  mkdirSync(folder, { recursive: true });
  const published = listPackages().filter(({ manifest }) => !manifest.private);
  const workspaces = published.flatMap(({ manifest }) => ['--workspace', manifest.name]);
  const answer = npm(root, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...workspaces]);
  const packed: { name: string; filename: string; files: { path: string }[] }[] = Object.values(JSON.parse(answer));
  return packed.map(({ name, filename, files }) => ({
    name,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
  }));
}

/**
 * Installs packed packages in an empty folder outside the workspace, as a user would. What they declare from elsewhere is in place already, copied from
 * the workspace; npm asks its registry, or its cache, only which versions there are. What they do not declare is not there.
 */
export function installPacked(folder: string, packed: readonly PackedPackage[], others: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const ours = new Set(packed.map(({ name }) => name));
  const declared = listPackages()
    .filter(({ manifest }) => ours.has(manifest.name))
    .flatMap(({ directory, manifest }) => Object.keys(manifest.dependencies ?? {}).map((name) => [name, directory]));
  const done = new Set<string>();
  const wanted = [...declared, ...others.map((name) => [name, root])].filter(([name]) => !ours.has(name));
  for (const [name, from] of wanted) copyWithDependencies(name, from, folder, done);

  const versions = Object.fromEntries(
    others.map((name) => [name, readManifest(join(folder, 'node_modules', name)).version]),
  );
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = { name: 'a-user', private: true, type: 'module', dependencies: { ...versions, ...tarballs } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  npm(folder, ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
}

function copyWithDependencies(name: string, from: string, folder: string, done: Set<string>): void {
  const source = findInstalled(name, from);
  if (source === undefined || done.has(name)) return; // an optional peer that nobody installed
  done.add(name);
  cpSync(source, join(folder, 'node_modules', name), { recursive: true, dereference: true });
  const { dependencies = {}, peerDependencies = {} } = readManifest(source);
  for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
    copyWithDependencies(needed, source, folder, done);
  }
}

function findInstalled(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (at === dirname(at)) return undefined;
  }
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function npm(cwd: string, args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 });
}
