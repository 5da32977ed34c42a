/**
 * Replaces what a document has between `<!-- NAME begins -->` and `<!-- NAME ends -->`; the marks and all else stay.
 *
 * @throws RangeError if the marks are not there, once each and in this order.
 */
export function replaceMarked(document: string, name: string, content: string): string {
  const begin = `<!-- ${name} begins -->`;
  const end = `<!-- ${name} ends -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  const once = from === document.lastIndexOf(begin) && to === document.lastIndexOf(end);
  if (from < 0 || to < from || !once) {
    throw new RangeError(`replaceMarked: the document must have ${begin} and after it ${end}, each once.`);
  }
  return `${document.slice(0, from + begin.length)}\n${content.trim()}\n${document.slice(to)}`;
}
