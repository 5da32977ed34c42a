import { runBench } from './run-bench.ts';
import { runFuzz } from './run-fuzz.ts';
import { hashingProgram } from './tets/hashing-program.ts';

/** What `npm run bench`, `npm run fuzz` and `npm run hashing` run: arguments in, exit status out. */
export const programs = { bench: runBench, fuzz: runFuzz, hashing: hashingProgram };

export { addContacts, type ContactHash, createContactHash, formatContactHash } from './contact-hash.ts';
