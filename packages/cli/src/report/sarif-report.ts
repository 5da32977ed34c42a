import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import { FINDING_KINDS, type FindingKind } from '../detect/finding-kinds.ts';
import type { PlaceResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { describePlacesOf } from './describe-places.ts';
import type { FileSummary } from './file-summary.ts';
import { judgeFile } from './judge-file.ts';
import type { Report, RunTotals } from './report.ts';
import { toShownJson } from './show-text.ts';
import type { TextOutput } from './text-output.ts';

const PLACES_PER_FILE = 20;

const RULES: Readonly<Record<FindingKind, string>> = {
  intersection: 'An edge meets a triangle with which it shares no vertex.',
  folded: 'Two triangles that share an edge lie on each other.',
  duplicate: 'Two triangles have the same three corners.',
  proximity: 'Two triangles are closer than they may be.',
  impact: 'A vertex meets a triangle, or two edges meet, on the way to the next frame.',
};

/** SARIF 2.1.0: a result for every place in the worst frame of a file, a notification for every file that cannot be read. */
export class SarifReport implements Report {
  readonly #output: TextOutput;
  readonly #version: string;
  readonly #notifications: object[] = [];
  #results = 0;
  #started = false;

  constructor(output: TextOutput, version: string) {
    this.#output = output;
    this.#version = version;
  }

  async closed(summary: FileSummary): Promise<void> {
    const { header, worst } = summary;
    for (const message of summary.failures) this.#notify(header.name, message);
    if (worst.length === 0) return;
    const level = judgeFile(summary).length > 0 ? 'error' : 'note';
    const seen = new Map<string, number>();
    for (const { kind, place, text } of describePlacesOf(summary, worst[0], PLACES_PER_FILE)) {
      const more = worst[0].places.length > 1 || summary.framesWithContacts > 1;
      const frames = more ? ` (${summary.framesWithContacts} of ${header.frameCount} frames have findings)` : '';
      await this.#result({
        ruleId: kind,
        ruleIndex: FINDING_KINDS.indexOf(kind),
        level,
        message: { text: `${text}${frames}.` },
        locations: [
          {
            physicalLocation: { artifactLocation: artifact(header.name), region: { startLine: 1 } },
            logicalLocations: [...new Set(place.objects)].map((name) => ({ name, kind: 'object' })),
          },
        ],
        partialFingerprints: { 'selfcollidePlace/v2': fingerprint(header.name, kind, place, seen) },
        properties: { findings: place.contacts, center: place.center, frame: worst[0].frame },
      });
    }
  }

  failed({ name }: Input, { message }: Failure): void {
    this.#notify(name, message);
  }

  async end({ exitStatus, filesFailed }: RunTotals): Promise<void> {
    if (!this.#started) await this.#start();
    const invocation = {
      executionSuccessful: filesFailed === 0,
      exitCode: exitStatus,
      ...(this.#notifications.length > 0 && { toolExecutionNotifications: this.#notifications }),
    };
    await this.#output.write(`\n],\n"invocations": [${toShownJson(invocation)}]\n}]\n}\n`);
    await this.#output.end();
  }

  discard(): void {
    this.#output.discard();
  }

  #notify(name: string, message: string): void {
    this.#notifications.push({
      level: 'error',
      message: { text: message },
      locations: [{ physicalLocation: { artifactLocation: artifact(name) } }],
    });
  }

  async #result(result: object): Promise<void> {
    if (!this.#started) await this.#start();
    await this.#output.write(`${this.#results++ === 0 ? '\n' : ',\n'}${toShownJson(result)}`);
  }

  async #start(): Promise<void> {
    this.#started = true;
    const driver = {
      name: 'selfcollide',
      version: this.#version,
      rules: FINDING_KINDS.map((id) => ({
        id,
        shortDescription: { text: RULES[id] },
        defaultConfiguration: { level: 'error' },
      })),
    };
    const head = `"$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n"version": "2.1.0"`;
    await this.#output.write(`{\n${head},\n"runs": [{\n"tool": ${toShownJson({ driver })},\n"results": [`);
  }
}

/** Relative to the current folder where possible, since that is usually the root of the repository. */
function artifact(name: string): { uri: string } {
  const path = relative('', resolve(name)).split(sep).join('/');
  return { uri: path.split('/').map(encodeURIComponent).join('/') };
}

/**
 * The same for the same place of the same file in another run, so that services can tell new from old; no two of a run are alike, since
 * they show such results once. Places are told apart by where they are, to about their size, and then by their order.
 */
function fingerprint(
  name: string,
  kind: string,
  { objects, center, min, max }: PlaceResult,
  seen: Map<string, number>,
) {
  const size = Math.max(...max.map((high, axis) => high - min[axis]));
  const cell = size > 0 ? 2 ** Math.round(Math.log2(size)) : 1;
  const spot = center.map((x) => Math.round(x / cell));
  const named = [name, kind, ...objects, cell, ...spot].join('\n');
  const before = seen.get(named) ?? 0;
  seen.set(named, before + 1);
  return createHash('sha256').update(`${named}\n${before}`).digest('hex').slice(0, 32);
}
