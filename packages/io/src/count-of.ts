/** `1 face`, `12 faces`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1 face was skipped.`, `12 faces were skipped.` */
export function wereSkipped(count: number, noun: string, detail = ''): string {
  return `${countOf(count, noun)}${detail} ${count === 1 ? 'was' : 'were'} skipped.`;
}
