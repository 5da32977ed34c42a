import { outcomeColors } from '@selfcollide/three';
import type { Outcome } from 'selfcollide';

/** Every outcome; messages name one by its place here. */
export const outcomeNames = Object.keys(outcomeColors) as readonly Outcome[];
