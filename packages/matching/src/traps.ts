import type { Features } from './listing';
import { sameSize } from './sizes';

/** Why two listings cannot be the same article, however similar they look. */
export const TRAPS = ['size', 'pack', 'colour', 'audience', 'model', 'brand'] as const;
export type Trap = (typeof TRAPS)[number];

const DIFFERS: Readonly<Record<Trap, (one: Features, other: Features) => boolean>> = {
  size: (one, other) => sameSize(one.size, other.size) === false,
  pack: (one, other) => one.pieces !== other.pieces,
  colour: (one, other) => differ(one.colours, other.colours),
  audience: (one, other) => differ(one.audience, other.audience),
  model: (one, other) => differ(one.numbers, other.numbers),
  brand: (one, other) => brandsDiffer(one.brand, other.brand),
};

/** The contradictions between two listings. What one side leaves out is no trap: it makes a match less sure. */
export function trapsOf(one: Features, other: Features): Trap[] {
  return TRAPS.filter((trap) => DIFFERS[trap](one, other));
}

/** Whether there is any: the size, which differs most often, is checked first. */
export function isTrapped(one: Features, other: Features): boolean {
  return TRAPS.some((trap) => DIFFERS[trap](one, other));
}

/** `Burton` and `Burton Snowboards` are one brand; `Burton` and `Neff` are two. */
function brandsDiffer(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  const [a, b] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')];
  return !a.startsWith(b) && !b.startsWith(a);
}

/** Both have values, and neither has all that the other has. */
function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  return !contains(one, other) && !contains(other, one);
}

const contains = (whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean =>
  [...part].every((item) => whole.has(item));
