import type { Measurement } from './measure.ts';

/** Says which safe contenders disagree on the contacts, or undefined if all found the same set. */
export function compareContacts(scene: string, measurements: readonly Measurement[]): string | undefined {
  const listed = measurements.filter(({ safe, hash }) => safe && hash !== undefined);
  const expected = listed[0]?.hash;
  if (listed.every(({ hash }) => hash === expected)) return undefined;
  const found = listed.map(({ contender, contacts, hash }) => `${contender} ${contacts} (${hash})`);
  return `bench: methods must find the same contacts, but on ${scene} they found ${found.join(', ')}.`;
}
