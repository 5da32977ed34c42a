import { formatCount } from '../format-table.ts';
import { timesOf, total } from './animation-arithmetic.ts';
import { OURS } from './star-contenders.ts';
import type { StarResult } from './star-result.ts';

/** Says which safe methods disagree on the set of contacts of a mesh, a sentence a mesh; empty if all agree. */
export function checkContacts(results: readonly StarResult[]): string[] {
  return results.flatMap(({ scene, triangles, times }) => {
    const safe = times.contenders.filter((contender) => contender.safe && contender.hash !== undefined);
    if (safe.every(({ hash }) => hash === safe[0].hash)) return [];
    const found = safe.map(({ name, contacts, hash }) => `${name} ${total(contacts ?? [])} (${hash})`);
    return [
      `bench: safe methods must find the same contacts, but on ${scene} ${triangles} they found ${found.join(', ')}.`,
    ];
  });
}

/** One hash a mesh, that of every safe method. */
export function formatHashes(results: readonly StarResult[]): string {
  const lines = results.flatMap(({ scene, triangles, frames, times }) => {
    const ours = timesOf(times, OURS);
    if (!ours?.contacts) return [];
    const contacts = formatCount(total(ours.contacts));
    return [`${scene} ${formatCount(triangles)}: ${contacts} contacts in ${frames.length} frames, ${ours.hash}`];
  });
  return ['Contacts and their hash, the same for all safe methods', ...lines].join('\n');
}
