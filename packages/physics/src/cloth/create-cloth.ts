import { createDetector, type Detector, type DetectorMethod } from 'selfcollide';
import type { Collider } from '../contact/collider.ts';
import { meshEdges } from '../shell/mesh-edges.ts';
import { vertexAreas } from '../shell/vertex-areas.ts';
import { createBendSystem } from './bend-system.ts';
import { colliderContacts } from './collider-contacts.ts';
import type { ClothPhase, ContactSource } from './contact-source.ts';
import { freeVertex, holdDirection, holdVertex } from './held-directions.ts';
import { meshContacts, selfContacts } from './mesh-contacts.ts';
import { meshFeatures } from './mesh-features.ts';
import type { MeshSolid } from './mesh-solid.ts';
import { setRowStiffness, solveContacts } from './solve-contacts.ts';
import { StepSystem } from './step-system.ts';
import { createStretchSystem } from './stretch-system.ts';

export interface ClothOptions {
  /** Mass per area. Default 0.2. */
  readonly density?: number;
  /** Force per width at a strain of 1. Default 200. */
  readonly stretchStiffness?: number;
  /** The same along the diagonals of quads. Default a quarter of `stretchStiffness`. */
  readonly shearStiffness?: number;
  /** Energy per area and squared curvature. 0 leaves bending out. Default 1e-5. */
  readonly bendStiffness?: number;
  /** Share of its velocity that a vertex loses per time, to the air. Default 0.5. */
  readonly damping?: number;
  /** Time: how long the cloth takes to lose vibrations, whatever its stiffness. It keeps momentum. Default 0.005. */
  readonly relaxation?: number;
  /** Acceleration. Default 0, −9.81, 0. */
  readonly gravity?: readonly [number, number, number];
  /** What cloth may touch, see `meshSolid`. They may be moved between steps. */
  readonly solids?: readonly (Collider | MeshSolid | ContactSource)[];
  /** Distance that contacts keep; must be given with `solids` or `selfContact`. Default 0: no contact. */
  readonly thickness?: number;
  /** Whether pieces of the cloth touch each other and themselves. Default true if there is a thickness. */
  readonly selfContact?: boolean;
  /** Of cloth on cloth. Default 0.3. */
  readonly friction?: number;
  /** How the cloth finds contacts with itself. Default as in `createDetector`. */
  readonly method?: DetectorMethod;
  /** The equations of a step are solved to this part of their right side. Default 1e-8. */
  readonly tolerance?: number;
  /** Part of the thickness by which contacts may fail in one step; the next ones make up for it. 0.02 looks as well and is faster. Default 2e-4. */
  readonly contactTolerance?: number;
  /** Called when a step turns to a phase, several times a step: for whoever keeps the time. */
  readonly onPhase?: (phase: ClothPhase) => void;
}

/** Of the last step. */
export interface ClothCounters {
  /** Of conjugate gradients. */
  iterations: number;
  /** Solutions of the contact equations, each by conjugate gradients. */
  contactRounds: number;
  /** Contacts looked at. */
  contacts: number;
  /** Largest velocity by which a contact fails. */
  contactError: number;
  /** Least part of its way that a vertex went: below 1 only if all else failed to keep triangles from passing through each other. */
  share: number;
}

/** Cloth in motion; several pieces may be one mesh. */
export interface Cloth {
  /** Changes with every step. */
  readonly positions: Float64Array;
  /** A held vertex moves with the velocity written here. */
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  readonly counters: ClothCounters;
  /** Takes the vertex out of the equations, in one direction or in all: its velocity in them stays. */
  hold(vertex: number, direction?: readonly [number, number, number]): void;
  letGo(vertex: number): void;
  /** Steps of 0.01 s are usual. */
  step(timeStep: number): void;
}

const KNOWN = [
  'density',
  'stretchStiffness',
  'shearStiffness',
  'bendStiffness',
  'damping',
  'relaxation',
  'gravity',
  'solids',
  'thickness',
  'selfContact',
  'friction',
  'method',
  'tolerance',
  'contactTolerance',
  'onPhase',
];
/** Times that contacts which the rows did not foresee are added, and the step is solved again. */
const MISSED_ROUNDS = 4;
const MAX_CONTACT_ROUNDS = 60;
const MAX_ITERATIONS = 500;
/** Times that ways are cut short; the seven that it takes to stop a vertex, for several rings of neighbours. */
const MAX_CUTS = 40;

/**
 * A simulator for cloth in long steps: springs along edges, across quads and over hinges, one linear equation for each step of
 * backward Euler (Baraff and Witkin 1998), and contacts that are found before they happen, from proximities (cloth paper §7).
 * The rest shape is that of `mesh`. The same input gives the same motion.
 *
 * Triangles do not pass through each other or through a mesh solid that rests; where contacts fail to see to that, vertices go only a part
 * of their way. Whether any did, `counters.share` says.
 *
 * @example
 * const cloth = createCloth(mesh, { thickness: 0.002, solids: [meshSolid(table, { friction: 0.4 })] });
 * for (let i = 0; i < 100; i++) cloth.step(0.01);
 */
export function createCloth(
  mesh: { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> },
  options: ClothOptions = {},
): Cloth {
  const chosen = readOptions(options);
  const { density, bendStiffness, damping, relaxation, gravity, thickness, tolerance } = chosen;
  const positions = Float64Array.from(mesh.positions);
  const triangles = Uint32Array.from(mesh.triangles);
  const velocities = new Float64Array(positions.length);
  const masses = vertexAreas(positions, triangles).map((area) => density * area);
  const edges = meshEdges(triangles);
  const system = new StepSystem(
    positions,
    triangles,
    masses,
    createStretchSystem(positions, edges, chosen.stretchStiffness, chosen.shearStiffness),
    bendStiffness > 0 ? createBendSystem(positions, edges, bendStiffness) : null,
    { tolerance, maxIterations: MAX_ITERATIONS },
  );
  masses.forEach((mass, vertex) => {
    if (mass > 0) return;
    masses[vertex] = 1; // no triangle with area: stays where it is
    holdVertex(system.filter, vertex);
  });
  const sources: ContactSource[] = [];
  let detector: Detector | null = null;
  if (thickness > 0 && (chosen.selfContact || chosen.solids.some((solid) => 'detector' in solid))) {
    detector = createDetector(
      { positions, triangles },
      { ...(chosen.method && { method: chosen.method }), restRadius: 4 * thickness },
    );
    const features = meshFeatures(positions, triangles);
    if (chosen.selfContact) sources.push(selfContacts(detector, features, chosen.friction));
    for (const solid of chosen.solids) {
      if ('detector' in solid) sources.push(meshContacts(detector, features, solid));
    }
  }
  for (const solid of chosen.solids) {
    if ('addContacts' in solid) sources.push(solid);
    else if (!('detector' in solid)) sources.push(colliderContacts(solid));
  }
  const { enter } = chosen;
  const next = new Float64Array(positions.length);
  /** Velocities of the step before, and where they lead. */
  const last = new Float64Array(positions.length);
  const shares = new Float64Array(masses.length);
  const trend = new Float64Array(positions.length);
  const work = { push: new Float64Array(positions.length), sum: new Float64Array(3) };
  const counters: ClothCounters = { iterations: 0, contactRounds: 0, contacts: 0, contactError: 0, share: 1 };
  const checkVertex = (caller: string, vertex: number) => {
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < masses.length) return;
    throw new RangeError(
      `${caller}: vertex must be a whole number from 0 to ${masses.length - 1}, got ${String(vertex)}.`,
    );
  };

  return {
    positions,
    velocities,
    masses,
    counters,
    hold(vertex, direction) {
      checkVertex('hold', vertex);
      if (direction === undefined) holdVertex(system.filter, vertex);
      else holdDirection(system.filter, vertex, direction);
    },
    letGo(vertex) {
      checkVertex('letGo', vertex);
      freeVertex(system.filter, vertex);
    },
    step(timeStep) {
      if (!(timeStep > 0 && timeStep < Infinity)) {
        throw new RangeError(`step: timeStep must be a finite number above 0, got ${String(timeStep)}.`);
      }
      const { rows } = system;
      const step = { positions, velocities: next, timeStep, thickness, enter };
      enter('solver');
      rows.clear();
      system.iterations = 0;
      for (let i = 0; i < trend.length; i++) {
        trend[i] = 2 * velocities[i] - last[i];
        last[i] = velocities[i];
      }
      system.orderAgain(positions);
      system.linearize(positions, velocities, gravity, timeStep, damping, relaxation);
      system.guess(velocities, gravity, timeStep, next);
      enter('detection');
      detector?.update(positions);
      enter('response');
      sources.forEach((source, number) => {
        rows.beginSource(number);
        source.addContacts(step, rows);
      });
      const allowed = (chosen.contactTolerance * thickness) / timeStep;
      counters.contactRounds = 0;
      counters.contactError = 0;
      let from = 0;
      let looked = false;
      for (let round = 0; round <= MISSED_ROUNDS; round++) {
        enter('solver');
        setRowStiffness(system, from);
        from = rows.count;
        system.addRows();
        system.factorize();
        if (rows.count === 0) system.solve(next, null);
        else {
          const { rounds, error } = solveContacts(system, velocities, trend, next, work, allowed, MAX_CONTACT_ROUNDS);
          counters.contactRounds += rounds;
          counters.contactError = error;
          if (!rows.anyPushes) {
            // nothing touches: then rows shall not disturb either, by as little as it may be
            system.linearize(positions, velocities, gravity, timeStep, damping, relaxation);
            system.factorize();
            system.solve(next, null);
          }
        }
        enter('response');
        let missed = 0;
        if (round < MISSED_ROUNDS) {
          sources.forEach((source, number) => {
            rows.beginSource(number);
            missed += source.addMissed?.(step, rows) ?? 0;
          });
        }
        looked = round < MISSED_ROUNDS && missed === 0;
        if (missed === 0) break;
      }
      shares.fill(1);
      const mayPass = !looked || sources.some((source) => source.mayPass);
      // each time some share is halved, at last to 0: where nothing moves, nothing passes
      for (let cut = 0; mayPass && cut < MAX_CUTS; cut++) {
        let passes = false;
        for (const source of sources) if (source.passesThrough?.(step, shares)) passes = true;
        if (!passes) break;
      }
      counters.share = 1;
      for (let i = 0; i < next.length; i++) {
        const share = shares[Math.floor(i / 3)];
        if (share < counters.share) counters.share = share;
        positions[i] += share * timeStep * next[i];
        velocities[i] = next[i];
      }
      for (const source of sources) source.endStep?.(timeStep);
      counters.iterations = system.iterations;
      counters.contacts = rows.count;
    },
  };
}

function readOptions(options: ClothOptions) {
  for (const name of Object.keys(options)) {
    if (KNOWN.includes(name)) continue;
    throw new RangeError(`createCloth: option must be one of ${KNOWN.join(', ')}; got ${name}.`);
  }
  const {
    density = 0.2,
    stretchStiffness = 200,
    shearStiffness = stretchStiffness / 4,
    bendStiffness = 1e-5,
    damping = 0.5,
    relaxation = 0.005,
    gravity = [0, -9.81, 0],
    solids = [],
    thickness = 0,
    friction = 0.3,
    tolerance = 1e-8,
    contactTolerance = 2e-4,
    method,
    onPhase: enter = () => {},
  } = options;
  const notNegative = { stretchStiffness, shearStiffness, bendStiffness, damping, relaxation, thickness, friction };
  for (const [name, value] of Object.entries({ density, tolerance, contactTolerance })) {
    if (!(value > 0 && value < Infinity)) {
      throw new RangeError(`createCloth: ${name} must be a finite number above 0, got ${String(value)}.`);
    }
  }
  for (const [name, value] of Object.entries(notNegative)) {
    if (!(value >= 0 && value < Infinity)) {
      throw new RangeError(`createCloth: ${name} must be a finite number from 0, got ${String(value)}.`);
    }
  }
  if (thickness === 0 && (solids.length > 0 || options.selfContact)) {
    throw new RangeError('createCloth: thickness must be above 0 with solids or selfContact, got 0.');
  }
  const selfContact = options.selfContact ?? thickness > 0;
  return { ...notNegative, density, tolerance, contactTolerance, gravity, solids, method, selfContact, enter };
}
