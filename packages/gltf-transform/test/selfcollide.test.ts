import { readFileSync } from 'node:fs';
import { type Document, Logger, NodeIO, Verbosity } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { meshopt, quantize } from '@gltf-transform/functions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, describe, expect, it } from 'vitest';
import { callCli } from '../../cli/test/start-cli.ts';
import { fixSelfCollisions, inspectSelfCollisions, SelfIntersectionError, selfcollide } from '../src/index.ts';

const FOX = new URL('../../../test/data/Fox.glb', import.meta.url).pathname;

describe('glTF-Transform', () => {
  let io: NodeIO;
  beforeAll(async () => {
    await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
    io = new NodeIO()
      .registerExtensions(ALL_EXTENSIONS)
      .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
  });
  const open = async () => io.readBinary(new Uint8Array(readFileSync(FOX)));

  it('finds what the command finds, and leaves the document as it is', async () => {
    const document = await open();
    const before = await io.writeBinary(document);
    const report = await inspectSelfCollisions(document, { animation: 'Survey' });
    expect(Buffer.compare(await io.writeBinary(document), before)).toBe(0);
    const command = await callCli(['check', FOX, '--animation', 'Survey', '--json', '-', '--threads', '1']);
    const [file] = JSON.parse(command.out).files;
    expect(report.frames.map(({ contacts }) => contacts)).toEqual(
      file.frames.map((frame: { contacts: number }) => frame.contacts),
    );
    expect(report.summary.framesWithFindings).toBeGreaterThan(0);
    expect(report.summary.worstFrames[0].places[0].name).toBe(file.summary.worstFrames[0].places[0].name);
  });

  it('stops a pipeline if asked to, and warns otherwise', async () => {
    const said: string[] = [];
    class Ear extends Logger {
      override warn(text: string) {
        said.push(text);
      }
    }
    const document = (await open()).setLogger(new Ear(Verbosity.WARN));
    await document.transform(selfcollide({ animation: 'Survey' }));
    expect(said).toEqual([
      expect.stringMatching(/^selfcollide: \d+ of \d+ frames hit themselves; frame \d+ of Survey has/),
    ]);
    const failed = document.transform(selfcollide({ animation: 'Survey', fail: true }));
    await expect(failed).rejects.toThrow(SelfIntersectionError);
    // control: a document that is clean goes through
    await document.transform(selfcollide({ animation: 'Survey', frames: '4:4', fail: true }));
  });

  it('takes documents as other transforms leave them: quantised, compressed, in several buffers', async () => {
    const plain = await inspectSelfCollisions(await open(), { animation: 'Survey', frames: '0:20' });
    const document = await open();
    const buffer = document.createBuffer('second');
    document.getRoot().listAccessors()[0].setBuffer(buffer);
    expect((await inspectSelfCollisions(document, { animation: 'Survey', frames: '0:20' })).frames).toEqual(
      plain.frames,
    );
    await document.transform(quantize(), meshopt({ encoder: MeshoptEncoder }));
    const small = await inspectSelfCollisions(document, { animation: 'Survey', frames: '0:20' });
    expect(small.frames.length).toBe(plain.frames.length);
    // the document still has its compression
    expect(extensionsOf(document)).toContain('EXT_meshopt_compression');
  });

  it('fixes a document in place, which is then clean, also as a file', async () => {
    const document = await open();
    const before = {
      meshes: document.getRoot().listMeshes().length,
      textures: document.getRoot().listTextures().length,
    };
    let freed = 0;
    await document.transform(
      fixSelfCollisions({
        animation: 'Survey',
        onResult: (frames) => {
          freed = frames.filter((frame) => frame.before > 0 && frame.after === 0).length;
        },
      }),
      selfcollide({ animation: 'Survey', fail: true }),
    );
    expect(freed).toBeGreaterThan(0);
    expect(document.getRoot().listMeshes().length).toBe(before.meshes);
    expect(document.getRoot().listTextures().length).toBe(before.textures);
    const again = await io.readBinary(await io.writeBinary(document));
    const report = await inspectSelfCollisions(again, { animation: 'Survey' });
    expect(report.summary.framesWithFindings).toBe(0);
    // control: the other animations were not asked for
    expect((await inspectSelfCollisions(again, { animation: 'Run' })).summary.framesWithFindings).toBeGreaterThan(0);
  });

  it('leaves a document alone that it must fail for', async () => {
    const document = await open();
    const before = await io.writeBinary(document);
    // pushed that far, every frame moves more than is allowed
    const failed = document.transform(fixSelfCollisions({ animation: 'Survey', fps: 5, gap: 40, fail: true }));
    await expect(failed).rejects.toThrow(/could not be freed/);
    expect(Buffer.compare(await io.writeBinary(document), before)).toBe(0);
    await expect(document.transform(fixSelfCollisions({ gapp: 1 } as never))).rejects.toThrow(/gapp/);
  });

  it('refuses options that do not exist, and values that make no sense', async () => {
    const document = await open();
    const wrong = { animations: 'Survey' } as never;
    await expect(inspectSelfCollisions(document, wrong)).rejects.toThrow(/checkGlb.*animations/);
    await expect(inspectSelfCollisions(document, { animation: 'Dance' })).rejects.toThrow(/no animation "Dance"/);
  });
});

function extensionsOf(document: Document): string[] {
  return document
    .getRoot()
    .listExtensionsUsed()
    .map(({ extensionName }) => extensionName);
}
