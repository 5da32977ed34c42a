export interface MatchedSequence {
  /** Names that match, in frame order. */
  readonly names: string[];
  /** Frame number of each; for a glob without digits in the name, its place. */
  readonly frames: number[];
}

/**
 * Picks the files of a numbered sequence out of a list of names and puts them in frame order.
 * Patterns: `cloth_%04d.obj` (at least four digits), `cloth_####.obj` (the same), `cloth_*.obj` (also `?` and `[0-9]`;
 * ordered by the numbers in the names, so 10 comes after 9).
 *
 * @throws RangeError if the pattern has more than one `%d`.
 */
export function matchSequence(names: readonly string[], pattern: string): MatchedSequence {
  const { expression, numbered } = toExpression(pattern);
  const matches: { name: string; frame: number }[] = [];
  for (const name of names) {
    const match = expression.exec(name);
    if (match) matches.push({ name, frame: numbered ? Number(match[1]) : Number.NaN });
  }
  if (numbered) {
    matches.sort((a, b) => a.frame - b.frame || compareText(a.name, b.name));
  } else {
    matches.sort((a, b) => compareNatural(a.name, b.name));
    matches.forEach((match, place) => {
      const digits = /(\d+)\D*$/.exec(match.name);
      match.frame = digits ? Number(digits[1]) : place;
    });
  }
  return { names: matches.map(({ name }) => name), frames: matches.map(({ frame }) => frame) };
}

function toExpression(pattern: string): { expression: RegExp; numbered: boolean } {
  let source = '';
  let numbers = 0;
  for (let i = 0; i < pattern.length; ) {
    const rest = pattern.slice(i);
    const printf = /^%0?(\d*)d/.exec(rest);
    const hashes = /^#+/.exec(rest);
    const set = /^\[[^\]/]+\]/.exec(rest);
    if (rest.startsWith('%%')) {
      source += '%';
      i += 2;
    } else if (printf) {
      numbers++;
      source += `(\\d{${printf[1] === '' ? 1 : Number(printf[1])},})`;
      i += printf[0].length;
    } else if (hashes) {
      numbers++;
      source += `(\\d{${hashes[0].length},})`;
      i += hashes[0].length;
    } else if (set) {
      source += set[0].replace(/^\[!/, '[^').replace(/\\/g, '\\\\');
      i += set[0].length;
    } else {
      const c = pattern[i++];
      source += c === '*' ? '[^/]*' : c === '?' ? '[^/]' : c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    }
  }
  if (numbers > 1) throw new RangeError(`matchSequence: the pattern must have one frame number, got "${pattern}".`);
  return { expression: new RegExp(`^${source}$`), numbered: numbers === 1 };
}

/** Digits compare as numbers, everything else letter by letter. */
function compareNatural(a: string, b: string): number {
  const partsA = a.split(/(\d+)/);
  const partsB = b.split(/(\d+)/);
  for (let i = 0; i < Math.min(partsA.length, partsB.length); i++) {
    // every other part is digits
    const order = i % 2 === 1 ? Number(partsA[i]) - Number(partsB[i]) : compareText(partsA[i], partsB[i]);
    if (order !== 0) return order;
  }
  return partsA.length - partsB.length || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
