import { expect, it } from 'vitest';
import { isAllowed } from '../src/worker/locate-files.ts';

it.each([
  ['https://a.example/shots', 'https://a.example/shots', true],
  ['https://a.example/shots', 'https://a.example/shots/a.glb', true],
  ['https://a.example/shots/', 'https://a.example/shots/deep/a.glb', true],
  ['https://a.example/', 'https://a.example/a.glb', true],
  ['https://a.example', 'https://a.example/a.glb', true],
  ['https://a.example/shots', 'https://a.example/shots-of-others/a.glb', false],
  ['https://a.example/shots', 'https://a.example/shots.glb', false],
  ['https://a.example/shots/', 'https://a.example/shots', false],
  ['https://a.example/shots', 'https://a.example/shots/../secret.glb', false],
  ['https://a.example/shots', 'https://a.example/shots/%2e%2e/secret.glb', false],
  ['https://a.example/shots', 'https://a.example/shots/..%2fsecret.glb', false],
  ['https://a.example/shots', 'https://a.example:8443/shots/a.glb', false],
  ['https://a.example/shots', 'https://a.example.evil.example/shots/a.glb', false],
  ['https://a.example/shots', 'http://a.example/shots/a.glb', false],
  ['https://a.example/shots', 'https://user:hush@a.example/shots/a.glb', false],
])('--allow-url %s lets %s be fetched: %s', (start, address, allowed) => {
  expect(isAllowed(new URL(address), [new URL(start)])).toBe(allowed);
});
