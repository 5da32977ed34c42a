import { expect } from 'vitest';

/** Fails unless every tag of an SVG is closed in order, and no number is missing or not a number. */
export function checkSvg(svg: string): void {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const open: string[] = [];
  let rest = svg;
  rest = rest.replace(
    /<(\/?)(\w+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g,
    (_, end: string, name: string, __, alone: string) => {
      if (end) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  // what is left is text: no stray brackets, and & only as an entity
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
}
