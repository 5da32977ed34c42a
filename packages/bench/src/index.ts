import { runBench } from './run-bench.ts';
import { runFuzz } from './run-fuzz.ts';
import { runStart } from './run-start.ts';

/** What `npm run bench`, `npm run fuzz` and `npm start` run: arguments in, exit status out. */
export const programs = { bench: runBench, fuzz: runFuzz, start: runStart };

export { addContacts, type ContactHash, createContactHash, formatContactHash } from './contact-hash.ts';
