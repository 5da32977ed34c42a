import { expect, it } from 'vitest';
import { ContactBuffer } from '../../src/results/contact-buffer.ts';
import { ContactOrder } from '../../src/threads/contact-order.ts';
import { seededRandom } from '../predicates/random.ts';

const listed = ({ count, halfEdges, triangles }: ContactBuffer) =>
  Array.from({ length: count }, (_, i) => [halfEdges[i], triangles[i]]);

it.each([
  ['none', 0, 9, 9],
  ['few', 5, 10, 10],
  ['many on few edges', 3000, 3, 5000],
  ['many', 5000, 2 ** 24, 2 ** 23],
  ['the largest numbers', 500, 2 ** 32, 2 ** 32],
])('contacts are sorted by half-edge, then by triangle: %s', (_, count, halfEdges, triangles) => {
  const random = seededRandom(7);
  const order = new ContactOrder();
  for (let round = 0; round < 2; round++) {
    const contacts = new ContactBuffer();
    for (let i = 0; i < count; i++) {
      contacts.push(Math.floor(random() * halfEdges), Math.floor(random() * triangles));
    }
    const wanted = listed(contacts).sort(([a, s], [b, t]) => a - b || s - t);
    order.sort(contacts);
    expect(listed(contacts)).toEqual(wanted);
    // what the buffer got in exchange takes more
    for (let i = 0; i < 2 * count; i++) contacts.push(i, i);
    expect(contacts.count).toBe(3 * count);
    expect(listed(contacts).slice(0, count)).toEqual(wanted);
  }
});
