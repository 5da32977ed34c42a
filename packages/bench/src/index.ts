import { coldProgram } from './kernel/cold-start.ts';
import { nativeProgram } from './native/native-program.ts';
import { freshProgram } from './prepare/fresh-preparation.ts';
import { runBench } from './run-bench.ts';
import { runFuzz } from './run-fuzz.ts';
import { hashingProgram } from './tets/hashing-program.ts';

/** What `npm run bench`, `npm run fuzz`, `npm run hashing`, `node scripts/run.mjs native` and `--table kernel` and `--table prepare` (for fresh processes) run: arguments in, exit status out. */
export const programs = {
  bench: runBench,
  fuzz: runFuzz,
  hashing: hashingProgram,
  'kernel-cold': coldProgram,
  native: nativeProgram,
  'prepare-fresh': freshProgram,
};

export { addContacts, type ContactHash, createContactHash, formatContactHash } from './contact-hash.ts';
export { quantile } from './quantile.ts';
