import type { Features } from './listing';
import { sameSize } from './sizes';

/** Why two listings cannot be the same article, however alike they read. */
export const TRAPS = ['brand', 'size', 'pack', 'colour', 'audience', 'model'] as const;
export type Trap = (typeof TRAPS)[number];

/** What both say, and say differently. What one side leaves out is no trap: it makes a match less sure. */
export function trapsOf(one: Features, other: Features): Trap[] {
  const found: Record<Trap, boolean> = {
    brand: brandsDiffer(one.brand, other.brand),
    size: sameSize(one.size, other.size) === false,
    pack: one.pieces !== other.pieces,
    colour: differ(one.colours, other.colours),
    audience: differ(one.audience, other.audience),
    model: differ(one.numbers, other.numbers),
  };
  return TRAPS.filter((trap) => found[trap]);
}

/** `Burton` and `Burton Snowboards` are one brand; `Burton` and `Neff` are two. */
function brandsDiffer(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  const [a, b] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')];
  return !a.startsWith(b) && !b.startsWith(a);
}

/** Both say something, and neither says all that the other does. */
function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  return !contains(one, other) && !contains(other, one);
}

const contains = (whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean =>
  [...part].every((item) => whole.has(item));
