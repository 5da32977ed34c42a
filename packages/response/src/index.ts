/** `@selfcollide/response`: contacts in, positions free of contact out. */
export { createResponse, type Response, type ResponseOptions, type ResponseStep } from './create-response.ts';
export { type Exemptions, exemptRest } from './exempt-rest.ts';
export { buildVertexRings, growRings, type VertexRings } from './vertex-rings.ts';
