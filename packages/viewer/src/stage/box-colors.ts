/** Of patches compared by boxes, sRGB: unused, apart from all others, not from all. Told apart on light and dark. */
export const BOX_COLORS = [0x000000, 0x8a63d2, 0xc2571a] as const;
