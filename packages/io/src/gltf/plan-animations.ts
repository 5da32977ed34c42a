import { wereSkipped } from '../count-of.ts';
import type { AnimationInfo } from '../model.ts';
import type { AccessorPlanner } from './accessor-plan.ts';
import type { DecodedAccessors } from './decode-accessors.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';
import type { RigAnimation, RigChannel } from './rig.ts';

interface PlannedChannel {
  readonly where: string;
  readonly node: number;
  readonly path: RigChannel['path'];
  readonly interpolation: RigChannel['interpolation'];
  readonly input: number;
  readonly output: number;
}

export interface PlannedAnimation {
  readonly name: string;
  readonly channels: readonly PlannedChannel[];
}

const PATHS: readonly RigChannel['path'][] = ['translation', 'rotation', 'scale', 'weights'];
const WIDTHS = { translation: 3, rotation: 4, scale: 3 };
const OUTPUT_TYPES = { translation: ['VEC3'], rotation: ['VEC4'], scale: ['VEC3'], weights: ['SCALAR'] };

export function planAnimations(
  check: JsonCheck,
  planner: AccessorPlanner,
  json: JsonObject,
  nodeCount: number,
  warnings: string[],
): PlannedAnimation[] {
  let unknownPaths = 0;
  const planned = check.list(json.animations, 'animations').map((value, a) => {
    const where = `animations[${a}]`;
    const def = check.object(value, where);
    const samplers = check.list(def.samplers, `${where}.samplers`);
    const channels: PlannedChannel[] = [];
    check.list(def.channels, `${where}.channels`).forEach((channelValue, c) => {
      const place = `${where}.channels[${c}]`;
      const channel = check.object(channelValue, place);
      const target = check.object(channel.target, `${place}.target`);
      if (!PATHS.includes(target.path as RigChannel['path'])) {
        unknownPaths++;
        return;
      }
      if (target.node === undefined) return; // the specification says to ignore these
      const path = target.path as RigChannel['path'];
      const s = check.index(channel.sampler, samplers.length, `${place}.sampler`);
      const samplerPlace = `${where}.samplers[${s}]`;
      const sampler = check.object(samplers[s], samplerPlace);
      channels.push({
        where: samplerPlace,
        node: check.index(target.node, nodeCount, `${place}.target.node`),
        path,
        interpolation: check.oneOf(
          (sampler.interpolation ?? 'LINEAR') as RigChannel['interpolation'],
          ['LINEAR', 'STEP', 'CUBICSPLINE'],
          `${samplerPlace}.interpolation`,
        ),
        input: planner.need(sampler.input, `${samplerPlace}.input`, ['SCALAR']),
        output: planner.need(sampler.output, `${samplerPlace}.output`, OUTPUT_TYPES[path]),
      });
    });
    return { name: check.text(def.name) || `animation ${a}`, channels };
  });
  if (unknownPaths > 0) {
    warnings.push(wereSkipped(unknownPaths, 'animation channel', ' for something other than nodes'));
  }
  return planned;
}

/** `targetCount` gives the number of morph targets of a node's mesh. */
export function buildAnimation(
  check: JsonCheck,
  decoded: DecodedAccessors,
  planned: PlannedAnimation,
  targetCount: (node: number) => number,
): { info: AnimationInfo; animation: RigAnimation } {
  const channels: RigChannel[] = [];
  const keys = new Set<number>();
  for (const { where, node, path, interpolation, input, output } of planned.channels) {
    const width = path === 'weights' ? targetCount(node) : WIDTHS[path];
    if (width === 0) continue; // weights of a node without targets move nothing
    const times = decoded.floats(input, `${where}.input`).array;
    const values = decoded.floats(output, `${where}.output`).array;
    if (times.length === 0) throw check.error(`${where}.input`, 'at least one key');
    for (let k = 1; k < times.length; k++) {
      if (times[k] < times[k - 1]) throw check.error(`${where}.input, item ${k}`, 'ascending key times', times[k]);
    }
    const expected = times.length * width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    if (values.length !== expected) {
      throw check.error(`${where}.output`, `${expected} numbers for ${times.length} keys`, values.length);
    }
    for (const time of times) keys.add(time);
    channels.push({ node, path, interpolation, times, width, values });
  }
  const keyTimes = Float64Array.from(keys.size > 0 ? keys : [0]).sort();
  const info = { name: planned.name, start: keyTimes[0], end: keyTimes[keyTimes.length - 1], keyTimes };
  return { info, animation: { channels } };
}
