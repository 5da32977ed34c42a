/** Words that say "this is a bone" and nothing about which one. */
const EMPTY_WORDS = new Set(
  'joint jnt jt bone bn skeleton skel armature mixamorig rig def org mch bip bip01 biped b j ctrl end'.split(' '),
);

const SIDES: Readonly<Record<string, string>> = { l: 'left', left: 'left', r: 'right', right: 'right' };

/** What riggers write for parts that people have a word for. */
const WORDS: Readonly<Record<string, string>> = {
  'fore arm': 'forearm',
  'lower arm': 'forearm',
  lowerarm: 'forearm',
  upperarm: 'upper arm',
  'up leg': 'thigh',
  upleg: 'thigh',
  'upper leg': 'thigh',
  upperleg: 'thigh',
  'lower leg': 'shin',
  lowerleg: 'shin',
  calf: 'shin',
  'toe base': 'toes',
  hips: 'hips',
};

/** Limbs whose bones the file only counts, from the body outwards. */
const LIMBS: Readonly<Record<string, readonly string[]>> = {
  arm: ['upper arm', 'forearm', 'hand'],
  leg: ['thigh', 'shin', 'foot', 'toes'],
};

/**
 * Names for people: `mixamorig:LeftForeArm` and `forearm.L` become `left forearm`. Bones whose cleaned names are equal are counted from the root
 * outwards: `spine 1`, `spine 2`. A bone without a word of its own is called by its number.
 *
 * @param names In an order in which parents come before their children.
 */
export function cleanBoneNames(names: readonly string[]): string[] {
  const parts = names.map(splitName);
  const bonesOf = new Map<string, number[]>();
  parts.forEach(({ side, words }, bone) => {
    const key = `${side} ${words}`;
    bonesOf.set(key, [...(bonesOf.get(key) ?? []), bone]);
  });
  const cleaned = names.map((name) => name);
  for (const bones of bonesOf.values()) {
    const { side, words } = parts[bones[0]];
    const limb = bones.length > 1 && bones.length <= (LIMBS[words]?.length ?? 0) ? LIMBS[words] : undefined;
    bones.forEach((bone, i) => {
      const part = limb?.[i] ?? countedName(words, i, bones.length);
      cleaned[bone] = side === '' ? part : `${side} ${part}`;
    });
  }
  return tellApart(cleaned, names);
}

function countedName(words: string, i: number, count: number): string {
  if (words === '') return `bone ${i + 1}`;
  return count > 1 ? `${words} ${i + 1}` : words;
}

/** Two bones may still end up with one name, such as `upper arm` beside a counted `arm`: those keep the names of the file. */
function tellApart(cleaned: readonly string[], names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of cleaned) counts.set(name, (counts.get(name) ?? 0) + 1);
  return cleaned.map((name, bone) => (counts.get(name) === 1 ? name : names[bone]));
}

function splitName(name: string): { side: string; words: string } {
  const own = name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1);
  const tokens = own
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}]+/u)
    .map((token) => token.toLowerCase())
    .filter((token) => token !== '' && !EMPTY_WORDS.has(token));
  const side = tokens.map((token) => SIDES[token]).find((word) => word !== undefined) ?? '';
  const words = tokens.filter((token) => SIDES[token] === undefined).join(' ');
  return { side, words: WORDS[words] ?? words };
}
