import type { Document, Transform } from '@gltf-transform/core';
import { createTransform } from '@gltf-transform/functions';
import { type CheckGlbOptions, checkGlb, type FileReport } from '@selfcollide/cli';
import { documentBytes } from './document-bytes.ts';

export interface SelfcollideOptions extends CheckGlbOptions {
  /** Throw if a frame hits itself, so that a pipeline stops. Default false: it is logged as a warning. */
  readonly fail?: boolean;
  /** Takes the report. */
  readonly onReport?: (report: FileReport) => void;
}

/** A document hits itself, and `fail` was asked for. */
export class SelfIntersectionError extends Error {
  override readonly name = 'SelfIntersectionError';
  readonly report: FileReport;

  constructor(message: string, report: FileReport) {
    super(message);
    this.report = report;
  }
}

/** What `selfcollide check` finds in a document: frames, places, severity. The document is not changed. */
export async function inspectSelfCollisions(document: Document, options: CheckGlbOptions = {}): Promise<FileReport> {
  return checkGlb(await documentBytes(document), options);
}

/**
 * Finds self-intersections in every frame of every animation.
 *
 * @throws {@link SelfIntersectionError} if there are any and `fail` is set.
 *
 * @example
 * await document.transform(selfcollide({ fail: true, ignoreRest: true }));
 */
export function selfcollide(options: SelfcollideOptions = {}): Transform {
  const { fail = false, onReport, ...check } = options;
  return createTransform('selfcollide', async (document: Document) => {
    const report = await inspectSelfCollisions(document, check);
    onReport?.(report);
    const logger = document.getLogger();
    const { framesWithFindings, frames } = report.summary;
    if (framesWithFindings === 0) {
      logger.info(`selfcollide: none of ${frames} frames hits itself.`);
      return;
    }
    const message = describe(report);
    if (fail) throw new SelfIntersectionError(message, report);
    logger.warn(message);
  });
}

function describe({ summary, frames, clips }: FileReport): string {
  const [worst] = summary.worstFrames;
  const { clip, frame } = frames[worst.index];
  const animation = clips[clip].name === '' ? '' : ` of ${clips[clip].name}`;
  const place = worst.places[0] ? `, worst at ${worst.places[0].name}` : '';
  return `selfcollide: ${summary.framesWithFindings} of ${summary.frames} frames hit themselves; frame ${frame}${animation} has ${worst.contacts} contacts${place}.`;
}
