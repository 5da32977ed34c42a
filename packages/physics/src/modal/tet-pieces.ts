export interface TetPieces {
  readonly count: number;
  /** Piece of every vertex. */
  readonly ofVertex: Int32Array;
}

/** Vertices that tets connect, directly or by way of others. */
export function tetPieces(tets: ArrayLike<number>, vertexCount: number): TetPieces {
  const leader = new Int32Array(vertexCount).map((_, v) => v);
  for (let t = 0; t < tets.length; t += 4) for (let k = 1; k < 4; k++) join(leader, tets[t], tets[t + k]);
  return number(leader);
}

/**
 * How many bodies tets form if only a common face holds two of them together. Bodies that share no more than a vertex
 * or an edge swing about it freely.
 */
export function countFacePieces(tets: ArrayLike<number>): number {
  const leader = new Int32Array(tets.length / 4).map((_, t) => t);
  const tetOfFace = new Map<string, number>();
  for (let t = 0; t < leader.length; t++) {
    for (let k = 0; k < 4; k++) {
      const face = [0, 1, 2, 3].filter((corner) => corner !== k).map((corner) => tets[4 * t + corner]);
      const name = face.sort((a, b) => a - b).join();
      const other = tetOfFace.get(name);
      if (other === undefined) tetOfFace.set(name, t);
      else join(leader, other, t);
    }
  }
  return number(leader).count;
}

function find(leader: Int32Array, v: number): number {
  let top = v;
  while (leader[top] !== top) {
    leader[top] = leader[leader[top]]; // halves the path for the next search
    top = leader[top];
  }
  return top;
}

function join(leader: Int32Array, a: number, b: number): void {
  leader[find(leader, a)] = find(leader, b);
}

function number(leader: Int32Array): TetPieces {
  const pieceOfLeader = new Int32Array(leader.length).fill(-1);
  let count = 0;
  const ofVertex = leader.map((_, v) => {
    const top = find(leader, v);
    if (pieceOfLeader[top] < 0) pieceOfLeader[top] = count++;
    return pieceOfLeader[top];
  });
  return { count, ofVertex };
}
