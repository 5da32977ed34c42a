/** Colours that fit into one whole number of bits per vertex; items beyond come last, in the order given. */
const MAX_COLOURS = 32;

/**
 * An order of items (constraints of `stride` vertices each) in which items of one colour, which share no vertex, follow each
 * other: greedy graph colouring. A sweep in this order favours no direction, while one in the order of a grid pushes its
 * corrections along the rows; both take the same time (40,000 particles). Returns item numbers, which depend on the input alone.
 */
export function colourOrder(vertices: ArrayLike<number>, stride: number, vertexCount: number): Uint32Array {
  const itemCount = vertices.length / stride;
  const taken = new Uint32Array(vertexCount); // bit c: some item of colour c is at this vertex
  const colourOf = new Uint8Array(itemCount);
  const start = new Uint32Array(MAX_COLOURS + 2);
  for (let item = 0; item < itemCount; item++) {
    let used = 0;
    for (let k = 0; k < stride; k++) used |= taken[vertices[item * stride + k]];
    const free = ~used;
    const colour = free === 0 ? MAX_COLOURS : 31 - Math.clz32(free & -free); // lowest bit that is not used
    if (colour < MAX_COLOURS) for (let k = 0; k < stride; k++) taken[vertices[item * stride + k]] |= 1 << colour;
    colourOf[item] = colour;
    start[colour + 1]++;
  }
  for (let colour = 0; colour <= MAX_COLOURS; colour++) start[colour + 1] += start[colour];
  const order = new Uint32Array(itemCount);
  for (let item = 0; item < itemCount; item++) order[start[colourOf[item]]++] = item;
  return order;
}
