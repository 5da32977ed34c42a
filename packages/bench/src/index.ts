import { runBench } from './run-bench.ts';
import { runFuzz } from './run-fuzz.ts';

/** What `npm run bench` and `npm run fuzz` run: arguments in, exit status out. */
export const programs = { bench: runBench, fuzz: runFuzz };

export { addContacts, type ContactHash, createContactHash, formatContactHash } from './contact-hash.ts';
