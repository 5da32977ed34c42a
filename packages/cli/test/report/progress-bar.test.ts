import { expect, it } from 'vitest';
import { ProgressBar } from '../../src/report/progress-bar.ts';

it('shows how far, how fast and how long still', () => {
  let text = '';
  const bar = new ProgressBar({ columns: 100, write: (part: string) => (text += part) });
  bar.update(0, 400, 'a.glb', 1000);
  bar.update(100, 400, 'a.glb', 2000);
  expect(text.split('\r\x1b[K').at(-1)).toBe('██████░░░░░░░░░░░░░░░░░░ 100/400 frames, 100/s, 3.00 s left  a.glb');
  const before = text;
  bar.update(101, 400, 'a.glb', 2010); // too soon to draw again
  expect(text).toBe(before);
  bar.clear();
  expect(text).toBe(`${before}\r\x1b[K`);
});

it('never wraps a narrow terminal', () => {
  let text = '';
  const bar = new ProgressBar({ columns: 20, write: (part: string) => (text += part) });
  bar.update(1, 2, 'a-very-long-name.glb', 1000);
  expect(text.replace('\r\x1b[K', '')).toHaveLength(19);
});
