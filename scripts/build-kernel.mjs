import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './packages.mjs';

const SOURCE = 'packages/core/kernel/index.ts';
export const OUTPUT = join(root, 'packages/core/src/kernel/kernel-bytes.ts');

/** No runtime and no data of its own: memory belongs to the detector alone. */
const FLAGS = ['--importMemory', '--noExportMemory', '--runtime', 'stub', '--noAssert'];
const OPTIMIZED = ['-O3', '--converge'];

/** Compiles the kernel. `change` may make another one of its sources: tests show that wrong ones are found out, for which it need not be fast. */
export async function compileKernel(change = (text) => text, flags = OPTIMIZED) {
  const { default: asc } = await import('assemblyscript/asc');
  const { error, stderr, binary } = await compile(asc, change, flags);
  if (error) throw new Error(`build-kernel: the kernel must compile, got:\n${stderr}`);
  return binary;
}

/** What kernel-bytes.ts has to say. In hexadecimal: base64 is shorter but a quarter longer after gzip, which sees repeats there only where they begin at a multiple of three bytes. */
export function kernelModule(binary) {
  const hex = Buffer.from(binary).toString('hex');
  return [
    '/** The kernel, compiled from packages/core/kernel by `npm run kernel`; a test compiles it again and compares. */',
    `export const KERNEL_HEX: string =\n  '${hex}';`,
    '',
  ].join('\n');
}

async function compile(asc, change, flags) {
  let binary = null;
  let stderr = '';
  const { error } = await asc.main(
    [SOURCE, '-o', 'kernel.wasm', ...FLAGS, ...flags, '--enable', 'simd', '--baseDir', root],
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
  const text = kernelModule(await compileKernel());
  writeFileSync(OUTPUT, text);
  console.log(`Wrote the kernel: ${text.length} characters.`);
}
