import type { KernelWatch } from '../../src/kernel/kernel-memory.ts';
import type { Arena, Field } from '../../src/pose/arena.ts';

/** Bytes between two arrays at least. */
const GUARD = 64;
const PATTERN = 0xa5;
const WORD = 0xa5a5a5a5 | 0;

interface Gap {
  readonly behind: string;
  readonly start: number;
  readonly end: number;
}

/** Kernels have bytes of a pattern before the first array and behind every one, which are looked at after every call. */
export const GUARDS: KernelWatch = {
  guard: GUARD,
  watch: (arena, calls) => {
    const gaps = gapsOf(arena);
    const bytes = new Uint8Array(arena.buffer);
    const words = new Int32Array(arena.buffer);
    for (const { start, end } of gaps) bytes.fill(PATTERN, start, end);
    const watched: Record<string, unknown> = {};
    for (const [name, call] of Object.entries(calls as Record<string, (...numbers: number[]) => unknown>)) {
      watched[name] = (...numbers: number[]) => {
        const result = call(...numbers);
        const hurt = gaps.find((gap) => isHurt(gap, bytes, words));
        if (hurt !== undefined) throw new RangeError(`${name} must not write beyond ${hurt.behind}.`);
        return result;
      };
    }
    return watched as typeof calls;
  },
};

/** The same with one array an element too short, and with it those that lie in its room. */
export function shortened(row: string): KernelWatch {
  const change = (fields: Record<string, Field>) => {
    if (!(row in fields)) return fields;
    const shorter = { ...fields, [row]: withoutLast(fields[row]) };
    for (const [name, field] of Object.entries(fields)) {
      if (isRequest(field) && field[2] === row && bytesOf(field) > bytesOf(shorter[row])) {
        shorter[name] = withoutLast(field);
      }
    }
    return shorter;
  };
  return { ...GUARDS, change };
}

type Request = Extract<Field, readonly unknown[]>;

function isRequest(field: Field): field is Request {
  return Array.isArray(field);
}

function withoutLast(field: Field): Field {
  if (!isRequest(field)) return field.subarray(0, -1);
  const [kind, length, within] = field;
  return [kind, Math.max(0, length - 1), within];
}

function bytesOf(field: Field): number {
  return isRequest(field) ? field[1] * { float64: 8, int32: 4, uint32: 4, uint8: 1 }[field[0]] : field.byteLength;
}

/** From the last byte of an array to the next one; the first, up to where arrays begin. */
function gapsOf(arena: Arena<Record<string, Field>>): Gap[] {
  const arrays = Object.entries(arena as unknown as Record<string, ArrayBufferView>)
    .filter(([name]) => name !== 'buffer')
    .map(([name, { byteOffset, byteLength }]) => ({ name, start: byteOffset, end: byteOffset + byteLength }))
    // of those that share their room, the longest
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start }, i, all) => i === 0 || start > all[i - 1].start);
  const gaps = arrays.map(({ name, end }, i) => {
    const next = arrays[i + 1]?.start ?? Math.min(end + 128, arena.buffer.byteLength);
    return { behind: name, start: end, end: next };
  });
  gaps.unshift({ behind: 'an array that is not there', start: 0, end: arrays[0].start });
  const narrow = gaps.find(({ start, end }) => end - start < GUARD);
  if (narrow !== undefined) throw new RangeError(`gapsOf: ${narrow.behind} must have a guard of ${GUARD} bytes.`);
  return gaps;
}

function isHurt({ start, end }: Gap, bytes: Uint8Array, words: Int32Array): boolean {
  const aligned = (start + 3) & ~3;
  for (let i = start; i < aligned; i++) if (bytes[i] !== PATTERN) return true;
  for (let i = aligned >> 2; i < end >> 2; i++) if (words[i] !== WORD) return true;
  return false;
}
