/**
 * Smallest set of vertices that touches every edge between two sides: the thinnest separator along a given cut.
 * König: its size is that of a largest matching, which augmenting paths find.
 *
 * `left` lists vertices of one side, `start`/`ends` the neighbours of each on the other side, as numbers below
 * `rightCount`. Marks the cover in `inLeft` and `inRight`.
 */
export function minVertexCover(
  leftCount: number,
  rightCount: number,
  start: ArrayLike<number>,
  ends: ArrayLike<number>,
  inLeft: Uint8Array,
  inRight: Uint8Array,
): void {
  const mateOfLeft = new Int32Array(leftCount).fill(-1);
  const mateOfRight = new Int32Array(rightCount).fill(-1);
  const reachedBy = new Int32Array(rightCount).fill(-1); // left vertex that led to a right one, in this search
  const seen = new Int32Array(rightCount).fill(-1); // number of the search that saw it last
  const queue = new Int32Array(leftCount);

  for (let root = 0; root < leftCount; root++) {
    let tail = 0;
    queue[tail++] = root;
    let end = -1;
    for (let head = 0; head < tail && end < 0; head++) {
      const a = queue[head];
      for (let e = start[a]; e < start[a + 1]; e++) {
        const b = ends[e];
        if (seen[b] === root) continue;
        seen[b] = root;
        reachedBy[b] = a;
        if (mateOfRight[b] < 0) {
          end = b;
          break;
        }
        queue[tail++] = mateOfRight[b]; // each left vertex enters once: it has one mate
      }
    }
    while (end >= 0) {
      const a = reachedBy[end];
      const next = mateOfLeft[a];
      mateOfLeft[a] = end;
      mateOfRight[end] = a;
      end = next;
    }
  }

  // what alternating paths reach from unmatched left vertices: cover = left not reached, right reached
  inLeft.fill(1, 0, leftCount);
  inRight.fill(0, 0, rightCount);
  let tail = 0;
  for (let a = 0; a < leftCount; a++) {
    if (mateOfLeft[a] >= 0) continue;
    inLeft[a] = 0;
    queue[tail++] = a;
  }
  for (let head = 0; head < tail; head++) {
    const a = queue[head];
    for (let e = start[a]; e < start[a + 1]; e++) {
      const b = ends[e];
      if (inRight[b] === 1) continue;
      inRight[b] = 1;
      const next = mateOfRight[b]; // matched, else the matching could grow
      if (inLeft[next] === 1) {
        inLeft[next] = 0;
        queue[tail++] = next;
      }
    }
  }
}
