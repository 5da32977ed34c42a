import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { root } from './packages.mjs';

/** `npm run blender-addon`: the add-on as one zip that Blender installs from disk, with the same bytes for the same sources. Returns its path. */
export function buildAddon(folder = join(root, 'integrations/blender/dist')) {
  const source = join(root, 'integrations/blender/selfcollide');
  const names = readdirSync(source).filter((name) => /\.(py|toml)$/.test(name));
  const files = Object.fromEntries(
    names.sort().map((name) => [`selfcollide/${name}`, readFileSync(join(source, name))]),
  );
  files['selfcollide/LICENSE'] = readFileSync(join(root, 'LICENSE'));
  const [, version] = /^version = "(.*)"$/m.exec(files['selfcollide/blender_manifest.toml'].toString());
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `selfcollide-blender-${version}.zip`);
  writeFileSync(path, zipSync(files, { mtime: '1980-01-01T12:00:00Z' }));
  return path;
}

if (process.argv[1]?.endsWith('blender-addon.mjs')) console.log(buildAddon());
