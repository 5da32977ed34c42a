import type { Positions, TriangleMesh } from 'selfcollide';
import { weldVertices } from 'selfcollide/mesh';
import type { Contender, PreparedContender } from '../contender.ts';
import { startSyncChild } from './sync-child.ts';

/** A compiled peer as a contender: a child process, see native/peer.hpp. It takes its own times, without the way there and back. */
export function nativePeer(name: string, program: string, args: readonly string[] = []): Contender {
  return { name, safe: false, prepare: (mesh) => prepareNative(program, args, mesh) };
}

function prepareNative(program: string, args: readonly string[], mesh: TriangleMesh): PreparedContender {
  const vertexCount = mesh.positions.length / 3;
  const triangles = mesh.triangles ?? Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  // peers do not weld, and would report every pair of neighbours across split vertices
  const welded = weldVertices(mesh.positions, { triangles });
  const child = startSyncChild(program, args);
  child.send(Uint32Array.of(vertexCount, triangles.length / 3));
  child.send(Uint32Array.from(triangles, (vertex) => welded[vertex]));
  child.send(Float64Array.from(mesh.positions));
  const [prepare] = child.receive(1);

  const pose = Float64Array.from(mesh.positions);
  let times = { update: 0, query: 0 };
  let pairs = 0;
  return {
    // the child does both at once, so that nothing waits in between
    update: (positions: Positions) => pose.set(positions),
    query() {
      child.send(pose);
      const [update, query, found] = child.receive(3);
      times = { update, query };
      pairs = found;
      return found;
    },
    countTrianglePairs: () => pairs,
    // its memory is its own affair
    memoryBytes: () => undefined,
    ownTimes: () => times,
    ownPrepareMs: prepare,
    close: () => child.close(),
  };
}
