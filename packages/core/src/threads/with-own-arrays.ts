/** The same with copies of its typed arrays: of a view of part of a large buffer, all of it would be sent to a thread. */
export function withOwnArrays<T extends object>(value: T): T {
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    ArrayBuffer.isView(one) && 'slice' in one ? (one as Uint8Array).slice() : one,
  ]);
  return Object.fromEntries(entries) as T;
}
