/** Loaded when somebody wants more than contacts by the usual method. */
export { CORE_FORM, methodNamed, noContour, starContours } from '@selfcollide/papers';
export { createDetector } from 'selfcollide';
