import { expect } from 'vitest';
import { watchKernels } from '../../src/kernel/kernel-memory.ts';
import { GUARDS } from './guards.ts';

// Before every file of tests: those of core run with guards between the kernel's arrays, others with the kernel as it ships.
// So do those that count the bytes a call allocates: looking after guards allocates some.
const path = expect.getState().testPath ?? '';
const isGuarded = path.includes('/packages/core/test/') && !/\/(allocation|heap-growth)\.test\.ts$/.test(path);
watchKernels(isGuarded ? GUARDS : null);
