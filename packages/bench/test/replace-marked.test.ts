import { expect, it } from 'vitest';
import { replaceMarked } from '../src/replace-marked.ts';

const page =
  'before\n<!-- table 1 begins -->\nold\n<!-- table 1 ends -->\nafter <!-- table 10 begins -->x<!-- table 10 ends -->';

it('replaces only what is between the marks', () => {
  expect(replaceMarked(page, 'table 1', '\nnew $& text\n')).toBe(page.replace('old', () => 'new $& text'));
});

it.each([
  ['nothing there', 'text'],
  ['no end', '<!-- table 1 begins -->'],
  ['wrong order', '<!-- table 1 ends --><!-- table 1 begins -->'],
  ['twice', page + page],
])('refuses a document with %s', (_, text) => {
  expect(() => replaceMarked(text, 'table 1', '')).toThrow(
    'replaceMarked: the document must have <!-- table 1 begins --> and after it <!-- table 1 ends -->, each once.',
  );
});
