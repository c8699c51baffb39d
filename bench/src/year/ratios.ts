import { print } from '../benchmark';

/** Times of the same work in both networks, in ms. */
export interface Timed {
  what: string;
  month: number;
  year: number;
}

/** Below this a difference is within what one measurement spreads by. */
const [NEARLY_NOTHING_MS, SLOWER] = [20, 1.5];

/** Prints each time with its ratio, the greatest first, and how many are slower with a year. */
export function printRatios(kind: string, timed: readonly Timed[]): void {
  const ratioOf = ({ month, year }: Timed) => year / Math.max(month, 0.1);
  const isSlower = (one: Timed) => one.year - one.month > NEARLY_NOTHING_MS && ratioOf(one) > SLOWER;
  print(`\n${kind}: ms with a month, with a year, ratio`);
  for (const one of timed.toSorted((a, b) => ratioOf(b) - ratioOf(a)))
    print(
      `${one.what.padEnd(64)} ${one.month.toFixed(1).padStart(8)} ${one.year.toFixed(1).padStart(8)} ${ratioOf(one).toFixed(2).padStart(6)}${isSlower(one) ? '  SLOWER' : ''}`,
    );
  const slower = timed.filter(isSlower).length;
  print(`${slower} of ${timed.length} are slower with a year`);
}
