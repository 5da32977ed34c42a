import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layoutFiles } from './kernel-layout.mjs';
import { root } from './packages.mjs';

/** The kernels of meshes, of polytopes, of distances, of tetrahedra and of bodies that push each other: where each begins, where its bytes are kept, and as what. */
export const KERNELS = {
  mesh: kernel('core/kernel/index.ts', 'core/src/kernel/kernel-bytes.ts', 'KERNEL_HEX'),
  dops: kernel('core/kernel/dops-index.ts', 'core/src/kernel/dop-kernel-bytes.ts', 'DOP_KERNEL_HEX'),
  distances: kernel(
    'core/kernel/distances-index.ts',
    'core/src/kernel/distance-kernel-bytes.ts',
    'DISTANCE_KERNEL_HEX',
  ),
  tets: kernel('core/kernel/tets-index.ts', 'core/src/kernel/tet-kernel-bytes.ts', 'TET_KERNEL_HEX'),
  bodies: kernel('physics/kernel/index.ts', 'physics/src/modal/bodies/kernel-bytes.ts', 'BODIES_KERNEL_HEX'),
};

function kernel(source, output, name) {
  return { source: `packages/${source}`, output: join(root, 'packages', output), name };
}

/** No runtime and no data of its own: memory belongs to the detector alone. */
const FLAGS = ['--importMemory', '--noExportMemory', '--runtime', 'stub', '--noAssert'];
const OPTIMIZED = ['-O3', '--converge'];

/** Compiles a kernel. `change` may make another one of its sources: tests show that wrong ones are found out, for which it need not be fast. */
export async function compileKernel(change = (text) => text, flags = OPTIMIZED, { source } = KERNELS.mesh) {
  const { default: asc } = await import('assemblyscript/asc');
  const { error, stderr, binary } = await compile(asc, change, flags, source);
  if (error) throw new Error(`build-kernel: the kernel must compile, got:\n${stderr}`);
  return binary;
}

/** What the file with a kernel's bytes has to say. In hexadecimal: base64 is shorter but a quarter longer after gzip, which sees repeats there only where they begin at a multiple of three bytes. */
export function kernelModule(binary, { source, name } = KERNELS.mesh) {
  const hex = Buffer.from(binary).toString('hex');
  return [
    `/** Compiled from ${source} by \`npm run kernel\`; a test compiles it again and compares. */`,
    `export const ${name}: string =\n  '${hex}';`,
    '',
  ].join('\n');
}

async function compile(asc, change, flags, source) {
  let binary = null;
  let stderr = '';
  const { error } = await asc.main(
    [source, '-o', 'kernel.wasm', ...FLAGS, ...flags, '--enable', 'simd', '--baseDir', root],
    {
      stderr: {
        write: (text) => {
          stderr += text;
        },
      },
      readFile: (name, base) => {
        try {
          return change(readFileSync(join(base, name), 'utf8'));
        } catch {
          return null;
        }
      },
      writeFile: (_name, contents) => {
        binary = contents;
      },
    },
  );
  return { error, stderr, binary };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of layoutFiles()) writeFileSync(path, text);
  for (const one of Object.values(KERNELS)) {
    const text = kernelModule(await compileKernel(undefined, undefined, one), one);
    writeFileSync(one.output, text);
    console.log(`Wrote ${one.source}: ${text.length} characters.`);
  }
}
