import { nodeCount, nodeKinds, rightChild } from './layout-mesh';

// Which nodes of the tree are leaves and which are not, a bit each: a loop over one kind needs no branch at each node, half of which a processor guesses wrong.

/** Words of 64 nodes. */
export let kindWords: i32 = 0;
export let leafBits: usize = 0;
export let innerBits: usize = 0;

/** Sorts the nodes once. */
export function sortNodes(): void {
  kindWords = (nodeCount + 63) >> 6;
  leafBits = nodeKinds;
  innerBits = nodeKinds + (<usize>kindWords << 3);
  memory.fill(nodeKinds, 0, <usize>kindWords << 4);
  for (let node = 0; node < nodeCount; node++) {
    const bits = load<u32>(rightChild + (<usize>node << 2)) == 0 ? leafBits : innerBits;
    const word = bits + (<usize>(node >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << (node & 63)));
  }
}
