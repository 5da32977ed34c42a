/** Loaded when somebody wants more than contacts by the usual method. */
export { createDetector } from 'selfcollide';
