export { createSoftTets, type SoftTets, type SoftTetsOptions } from './soft-tets/create-soft-tets.ts';
