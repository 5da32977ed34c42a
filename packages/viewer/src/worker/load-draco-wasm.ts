import wasmUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';

/** Comes with the page itself; loaded only for files that need it. */
export async function loadDracoWasm(): Promise<Uint8Array> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`the Draco decoder could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
