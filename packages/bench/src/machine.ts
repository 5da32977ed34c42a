import { cpus } from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly node: string;
}

export function describeMachine(): Machine {
  return { cpu: cpus()[0]?.model.trim() || 'unknown cpu', node: process.version };
}

/** The name of a processor as a file name: `AMD EPYC 7B13` → `amd-epyc-7b13`. */
export function cpuSlug(cpu: string): string {
  const slug = cpu
    .toLowerCase()
    .replace(/\((r|tm|c)\)/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'unknown-cpu';
}
