import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CheckReport } from '../src/index.ts';

const schema = JSON.parse(readFileSync(new URL('../schema/check-report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

/** Parses a JSON report and throws unless it keeps to the schema. */
export function parseReport(text: string): CheckReport {
  const report = JSON.parse(text);
  if (!validate(report)) throw new Error(JSON.stringify(validate.errors?.slice(0, 5), null, 2));
  return report as CheckReport;
}

/** Whether any value keeps to the schema. */
export function isReport(value: unknown): boolean {
  return validate(value);
}
