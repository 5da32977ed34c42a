export { orient3d } from './orient.ts';
