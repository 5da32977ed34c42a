export { weldPositions } from './weld-positions.ts';
