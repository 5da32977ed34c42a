import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A plugin for Rolldown, Vite or tsdown that writes the licences of all npm packages whose code went into a bundle to `fileName`: most ask
 * that their notice goes along. `found` may be shared by the bundles of workers, which end before the page that starts them.
 */
export function writeLicences(fileName, found = new Set()) {
  return {
    name: 'write-licences',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.moduleIds ?? []) {
          const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
          if (folder && existsSync(join(folder, 'package.json'))) found.add(folder);
        }
      }
      if (!fileName || found.size === 0) return;
      const sections = [...found].map(describeLicence).sort();
      const source = `# Code of others in this folder\n\n${[...new Set(sections)].join('\n')}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

function describeLicence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, '    ').replace(/ +$/gm, '')}\n`;
}
