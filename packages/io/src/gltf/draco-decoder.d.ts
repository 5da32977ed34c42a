/** The decoder half of draco3dgltf, which ships without types. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  /** Resolves to the module object that glTF-Transform takes as `draco3d.decoder`. */
  export default function createDecoderModule(options?: { wasmBinary?: Uint8Array }): Promise<unknown>;
}
