import { DoubleSide } from 'three';

/** How surfaces look: every triangle flat, both sides, a little behind whatever is painted on it. */
export const SURFACE_LOOK = {
  ...{ flatShading: true, side: DoubleSide, roughness: 0.75, metalness: 0 },
  ...{ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 },
};
