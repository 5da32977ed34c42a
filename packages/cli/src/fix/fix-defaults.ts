/** The default gap, in sizes of the model. */
export const GAP_SHARE = 0.0005;
/** Edges over which a push fades: cloth is pushed over wide areas. */
export const SMOOTH = 2;
export const GARMENT_SMOOTH = 6;
/** No vertex moves farther than this, in sizes of the model. */
export const LIMIT_SHARE = 0.05;
