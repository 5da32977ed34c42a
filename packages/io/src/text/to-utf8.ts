/** Text that begins with the mark of UTF-16, as Windows writes it, in UTF-8; any other as it is. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLittle && !isBig) return bytes;
  // bytes may be shared memory, which decoders of text refuse
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes.slice()));
}
