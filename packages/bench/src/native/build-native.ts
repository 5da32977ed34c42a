import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../repository-folder.ts';

/** A peer in C++ and what its libraries need. */
export interface NativeProgram {
  /** native/<name>.cpp. */
  readonly name: string;
  /** Debian's package, named where it is missing; the compiler's own library needs none. */
  readonly debianPackage: string;
  readonly headers: readonly string[];
  readonly flags: readonly string[];
  /** Alternatives, one after another: the names of libraries differ between versions. */
  readonly libraries: readonly (readonly string[])[];
}

export const nativePrograms: readonly NativeProgram[] = [
  { name: 'box-tree', debianPackage: 'g++', headers: ['vector'], flags: [], libraries: [[]] },
  {
    name: 'cgal',
    debianPackage: 'libcgal-dev',
    headers: ['CGAL/Surface_mesh.h'],
    flags: ['-frounding-math'], // its interval arithmetic switches the rounding mode
    libraries: [['-lgmp', '-lmpfr']],
  },
  {
    name: 'embree',
    debianPackage: 'libembree-dev',
    headers: ['embree4/rtcore.h', 'embree3/rtcore.h'],
    flags: [],
    libraries: [['-lembree4'], ['-lembree3']],
  },
];

export type Built = { readonly path: string } | { readonly missing: string };

/** Compiles a peer unless that was done since its sources changed. Says in a sentence what is missing if it cannot be built. */
export function buildNative(program: NativeProgram, compiler = process.env.CXX || 'g++'): Built {
  const folder = nativeFolder();
  const path = join(folder, 'build', program.name);
  if (existsSync(path) && statSync(path).mtimeMs > newestSource(folder)) return { path };

  const { name, debianPackage, headers, flags, libraries } = program;
  const version = spawnSync(compiler, ['--version']);
  if (version.status !== 0) return { missing: `${name}: there is no C++ compiler (${compiler}).` };
  const found = headers.some((header) => {
    const input = `#include <${header}>\n`;
    return (
      spawnSync(compiler, ['-E', '-x', 'c++', '-std=c++17', ...flags, '-o', '/dev/null', '-'], { input }).status === 0
    );
  });
  if (!found) return { missing: `${name}: ${headers.join(' or ')} was not found; Debian has it in ${debianPackage}.` };

  mkdirSync(join(folder, 'build'), { recursive: true });
  const part = `${path}.${process.pid}`; // renamed when whole: another process may build or run it meanwhile
  let complaint = '';
  for (const names of libraries) {
    const args = ['-std=c++17', '-O3', '-march=native', '-DNDEBUG', ...flags, '-o', part, `${name}.cpp`, ...names];
    const { status, stderr } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
    if (status === 0) {
      renameSync(part, path);
      return { path };
    }
    complaint = stderr;
  }
  return { missing: `${name}: it does not compile. ${complaint.split('\n').slice(0, 5).join('\n')}` };
}

/** What the programs above are compiled from. */
export function nativeFolder(): string {
  return join(repositoryFolder(), 'packages', 'bench', 'native');
}

function newestSource(folder: string): number {
  const sources = readdirSync(folder).filter((file) => /\.[ch]pp$/.test(file));
  return Math.max(...sources.map((file) => statSync(join(folder, file)).mtimeMs));
}
