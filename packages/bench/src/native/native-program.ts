import { findNativePeers } from './native-peers.ts';

/** `node scripts/run.mjs native`: builds the peers in C++ and says which are there. Missing ones are no error: they are optional. */
export function nativeProgram(): number {
  const { peers, versions, missing } = findNativePeers();
  console.log(peers.length > 0 ? `${peers.map(({ name }) => name).join(', ')}: ${versions.join(', ')}` : 'None.');
  for (const reason of missing) console.log(`Missing: ${reason}`);
  return 0;
}
