import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real models that lie beside the repository; they are not part of it. */
export const dataFolder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
export const hasData = existsSync(dataFolder);
if (!hasData) console.warn(`Tests with real models are skipped: there is no folder ${dataFolder}.`);
