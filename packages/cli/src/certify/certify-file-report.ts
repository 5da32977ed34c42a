import type { CertifyReport, Witness } from 'selfcollide';
import type { CertifyFileReport, CertifyStatus, WitnessReport } from './certify-report.ts';

export interface CertifiedFile {
  readonly generator: string;
  readonly file: string;
  readonly object: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly names: readonly string[];
  readonly tolerance: number;
  readonly bindPose: boolean;
  readonly withPairs: boolean;
  readonly seconds: number;
}

export function describeCertified(certified: CertifiedFile, report: CertifyReport): CertifyFileReport {
  const { generator, file, object, vertices, triangles, names, tolerance, bindPose, withPairs, seconds } = certified;
  const { joint } = report;
  return {
    format: 'selfcollide-certify',
    version: 1,
    ...{ generator, file, object, vertices, triangles, tolerance, bindPose },
    status: statusOf(report),
    seconds: Math.round(1000 * seconds) / 1000,
    rest: { contacts: report.restContacts, trianglePairs: report.restPairs.length / 2 },
    freeTriangles: report.freeTriangles,
    undecided: report.undecided,
    targets: report.targets.map(({ low, high, freeLow, freeHigh, stoppedBy, touchingPairs, undecided }, i) => ({
      name: names[i],
      ...{ low, high, freeLow, freeHigh },
      status: stoppedBy.low || stoppedBy.high ? 'collides' : undecided ? 'undecided' : 'free',
      touchingPairs,
      stoppedBy: { low: witnessOf(stoppedBy.low), high: witnessOf(stoppedBy.high) },
    })),
    pairs: withPairs
      ? report.pairs.map(({ a, b, status, freeShare, witness }) => ({
          ...{ a: names[a], b: names[b], status, freeShare, witness: witnessOf(witness) },
        }))
      : null,
    together: joint && {
      status: joint.proven ? 'free' : joint.witness ? 'collides' : 'undecided',
      freeShare: joint.freeShare,
      witness: witnessOf(joint.witness),
    },
  };
}

/** A witness outweighs what is undecided: it is certain. */
function statusOf({ targets, pairs, joint, undecided }: CertifyReport): CertifyStatus {
  const collides =
    targets.some(({ stoppedBy }) => stoppedBy.low || stoppedBy.high) ||
    pairs.some(({ witness }) => witness) ||
    (joint?.witness ?? null) !== null;
  return collides ? 'collides' : undecided > 0 ? 'undecided' : 'free';
}

function witnessOf(witness: Witness | null): WitnessReport | null {
  return witness && { weights: [...witness.weights], triangles: witness.triangles };
}
