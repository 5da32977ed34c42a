// in JavaScript, since `npm run graph` uses it too and Node 20 runs no TypeScript
export { type ImportStatement, readImports } from '../scripts/read-imports.mjs';
