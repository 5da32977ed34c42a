import { detectorMethods } from 'selfcollide';

/** Methods of core that must all find the same contacts. */
export const safeMethods = detectorMethods.filter((method) => !method.startsWith('unsafe'));

/** Methods that may miss contacts, and say so in their name. */
export const unsafeMethods = detectorMethods.filter((method) => method.startsWith('unsafe'));
