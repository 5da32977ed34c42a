/** `1 face`, `12 faces`. */
export function countOf(count: number, noun: string, several = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : several}`;
}

/** What a file without a face has: `found 1 vertex and no face`. */
export function noFace(vertexCount: number): string {
  return `found ${countOf(vertexCount, 'vertex', 'vertices')} and no face`;
}

/** `1 face was skipped.`, `12 faces were skipped.` */
export function wereSkipped(count: number, noun: string, detail = ''): string {
  return `${countOf(count, noun)}${detail} ${count === 1 ? 'was' : 'were'} skipped.`;
}
