import { FleetError } from './fleet-error.ts';
import type { FleetJobData } from './jobs.ts';
import type { FrameSpan } from './plan-ranges.ts';
import { isRunName } from './run-name.ts';
import type { FleetHeader, QueuedFile, QueuedInput, RunPlan } from './types.ts';

/**
 * The door for everything that Redis holds: whoever can write there could have put it there. What is not of the right shape is refused as a whole,
 * before anything is done with it.
 */

/** Frames of one input; numbers beyond are nobody's animation. */
const MAX_FRAMES = 10_000_000;
const MAX_FILES = 100_000_000;
const MAX_SPANS = 1_000_000;
/** Of names and sentences. */
const MAX_TEXT = 100_000;
const REQUEST = /^[\da-f]{24}$/;
const SHA256 = /^[\da-f]{64}$/;

type Plain = Readonly<Record<string, unknown>>;

/** @throws FleetError if that is no job of ours. */
export function checkJob(value: unknown): FleetJobData {
  const job = plain(value, 'a job that is');
  const { kind, run, file } = job;
  insist(typeof run === 'string' && run.length < 100 && isRunName(run), 'a job without the name of a run');
  insist(counts(job.missed) && texts(job.reasons), 'a job with senseless notes');
  if (kind === 'run') return job as unknown as FleetJobData;
  insist(whole(file, 0, MAX_FILES), 'a job without the number of a file');
  if (kind === 'file') {
    const { planned, spans, splits } = job;
    insist(planned === undefined || typeof planned === 'boolean', 'a job with senseless notes');
    insist(spans === undefined || (list(spans, MAX_SPANS) && spans.every(isSpan)), 'a job with a senseless range');
    insist(splits === undefined || whole(splits, 0, MAX_FRAMES), 'a job with senseless notes');
  } else if (kind === 'range') insist(isSpan(job), 'a job with a senseless range');
  else if (kind === 'shapes') {
    const { frames, request } = job;
    const fits = list(frames, MAX_SPANS) && frames.every((frame) => whole(frame, 0, MAX_FRAMES));
    insist(fits, 'a job with senseless frames');
    insist(typeof request === 'string' && REQUEST.test(request), 'a job with a senseless request');
  } else throw refusal('a job of an unknown kind');
  return job as unknown as FleetJobData;
}

/** @throws FleetError if that is no plan of a run. */
export function checkPlan(value: unknown): RunPlan {
  const plan = plain(value, 'a plan that is');
  plain(plan.settings, 'a plan whose settings are');
  plain(plan.options, 'a plan whose options are');
  insist(typeof plan.toShards === 'boolean', 'a plan that does not say where results go');
  insist(amount(plan.redisBytes) && amount(plan.rangeSeconds), 'a plan with senseless numbers');
  insist(amount(plan.effort) && plan.effort > 0, 'a plan with senseless numbers');
  return plan as unknown as RunPlan;
}

/** @throws FleetError if that is no input of a run. */
export function checkInput(value: unknown): QueuedInput {
  const queued = plain(value, 'an input that is');
  const input = plain(queued.input, 'an input that is');
  insist(text(input.name), 'an input without a name');
  // where its files are is for the worker to say
  insist(input.located === undefined && input.bytes === undefined, 'an input that brings its own files');
  const files = plain(queued.files, 'an input whose files are');
  insist(Object.values(files).every(isFile), 'an input with senseless files');
  return queued as unknown as QueuedInput;
}

/** @throws FleetError if that is neither a header nor a reason why there is none. */
export function checkOutcome(value: unknown): void {
  const outcome = plain(value, 'an outcome that is');
  if (outcome.failure !== undefined) {
    const { kind, message } = plain(outcome.failure, 'a failure that is');
    insist((kind === 'usage' || kind === 'unreadable') && text(message), 'a senseless failure');
  } else checkHeader(outcome.header);
}

function checkHeader(value: unknown): asserts value is FleetHeader {
  const { name, triangleCount, frameCount } = plain(value, 'a header that is');
  insist(text(name) && whole(triangleCount, 0, 2 ** 32) && whole(frameCount, 1, MAX_FRAMES), 'a senseless header');
}

/** @throws FleetError if that names no file in the folder of a run. */
export function checkShard(value: unknown): void {
  const { name, bytes, sha256 } = plain(value, 'a file of results that is');
  insist(typeof sha256 === 'string' && SHA256.test(sha256), 'a file of results without its SHA-256');
  insist(name === `${sha256}.bin` && whole(bytes, 1, Number.MAX_SAFE_INTEGER), 'a file of results of another name');
}

function isFile(value: unknown): value is QueuedFile {
  if (!isPlain(value)) return false;
  if (value.reason !== undefined) return text(value.reason);
  const hasPlace = value.url === undefined ? text(value.path) : text(value.url);
  return hasPlace && typeof value.sha256 === 'string' && SHA256.test(value.sha256);
}

function isSpan(value: unknown): value is FrameSpan {
  if (!isPlain(value)) return false;
  const { from, count } = value;
  return whole(from, 0, MAX_FRAMES) && whole(count, 1, MAX_FRAMES - from);
}

function plain(value: unknown, what: string): Plain {
  insist(isPlain(value), `${what} no plain object`);
  return value as Plain;
}

/** Maps, lists and instances of classes are none. */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function counts(value: unknown): boolean {
  return value === undefined || (isPlain(value) && Object.values(value).every((each) => whole(each, 0, MAX_SPANS)));
}

function texts(value: unknown): boolean {
  return value === undefined || (isPlain(value) && Object.values(value).every(text));
}

function text(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function list(value: unknown, longest: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= longest;
}

function amount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function whole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}

function insist(holds: boolean, what: string): asserts holds {
  if (!holds) throw refusal(what);
}

function refusal(what: string): FleetError {
  return new FleetError('failed', `what Redis holds of this run is damaged: ${what}.`);
}
