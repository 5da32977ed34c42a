import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { compileKernel, KERNELS, kernelModule } from '../../../../scripts/build-kernel.mjs';
import { boundaryFaces, createBodyShape, createElasticTets, findModes } from '../../src/index.ts';
import { tetBlock } from './tet-block.ts';

it("the bodies' kernel is compiled from its sources", { timeout: 240_000 }, async () => {
  const binary = await compileKernel(undefined, undefined, KERNELS.bodies);
  expect(kernelModule(binary, KERNELS.bodies)).toBe(readFileSync(KERNELS.bodies.output, 'utf8'));
});

it('says so where WebAssembly is not allowed', async () => {
  const { createBodyMemory } = await import('../../src/modal/bodies/body-memory.ts');
  const body = createElasticTets(tetBlock([1, 1, 1], { size: 0.1 }), {
    youngsModulus: 2e5,
    poissonRatio: 0.3,
    density: 500,
  });
  const modes = findModes(body, { count: 2 });
  const { triangles } = boundaryFaces(body.tets);
  const shape = createBodyShape(body, modes, { positions: body.positions, triangles, basis: modes });
  vi.stubGlobal('WebAssembly', undefined);
  try {
    expect(() => createBodyMemory(shape, 1)).toThrow('createReducedBodies: WebAssembly must be allowed');
  } finally {
    vi.unstubAllGlobals();
  }
});
