/** The package ships without types; only what the tests use. */
declare module 'draco3dgltf' {
  const draco: { createEncoderModule(): Promise<unknown> };
  export default draco;
}
