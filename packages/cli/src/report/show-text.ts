/** Controls of terminals, and those that turn the direction of writing. */
const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text of unknown origin on one line of a terminal: what a terminal would obey is shown instead, as `\x1b`. */
export function showText(text: string): string {
  return text.replace(OBEYED, (c) => escapeCode(c.charCodeAt(0)));
}

/** The same for text of several lines. */
export function showLines(text: string): string {
  return text.split('\n').map(showText).join('\n');
}

/** JSON that a terminal can show: the same value, with such characters escaped. */
export function toShownJson(value: unknown): string {
  return JSON.stringify(value).replace(OBEYED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapeCode(code: number): string {
  const hex = code.toString(16);
  return code < 256 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
