export interface DecoderOptions {
  /**
   * Fetches `draco_decoder_gltf.wasm` of the package draco3dgltf. Needed in the browser for files with Draco
   * compression; Node finds the file itself.
   */
  readonly loadDracoWasm?: () => Promise<Uint8Array>;
}

/** Loads only the decoders that the file uses, and only now: together they are 300 kB. */
export async function loadDecoders(
  needs: { draco: boolean; meshopt: boolean },
  { loadDracoWasm }: DecoderOptions,
): Promise<Record<string, unknown>> {
  const decoders: Record<string, unknown> = {};
  if (needs.draco) {
    const wasmBinary = await loadDracoWasm?.();
    const { default: createDecoderModule } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js');
    // a new instance for every file: a hostile file can leave the old one aborted
    decoders['draco3d.decoder'] = await createDecoderModule(wasmBinary ? { wasmBinary } : {});
  }
  if (needs.meshopt) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    decoders['meshopt.decoder'] = MeshoptDecoder;
  }
  return decoders;
}
