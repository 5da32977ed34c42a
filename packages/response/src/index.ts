/** `@selfcollide/response`: contacts in, positions free of contact out. */
export type { ResponseContacts } from './contact-list.ts';
export { createResponse, type Response, type ResponseStep } from './create-response.ts';
export { type Exemptions, type ExemptOptions, exemptRest } from './exempt-rest.ts';
export type { ResponseOptions } from './response-options.ts';
export { buildVertexRings, RingWalk, type VertexRings } from './vertex-rings.ts';
