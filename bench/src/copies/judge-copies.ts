import { print } from '../benchmark';
import type { CopiesResult } from './measure-copies';

/** CPU time of an event with several copies, by that with one. */
const MOST_COST = 1.2;
/** Of the time that sessions work. */
const MOST_LOCK_WAITS = 0.05;

/** Prints what an event costs with several copies beside one. The program then fails if that, or waiting for locks, is too much. */
export function reportCost(results: readonly CopiesResult[]): void {
  for (const trade of new Set(results.map((result) => result.trade))) {
    const own = results.filter((result) => result.trade === trade);
    const alone = own.filter(({ copies }) => copies === 1).map(({ cpuMsPerEvent }) => cpuMsPerEvent);
    const one = alone.reduce((sum, ms) => sum + ms, 0) / alone.length;
    for (const { copies, cpuMsPerEvent, lockWaits } of own.filter((result) => result.copies > 1)) {
      const ratio = cpuMsPerEvent / one;
      // Nothing measured is no result either: a comparison with it is false.
      const isMet = ratio <= MOST_COST && lockWaits < MOST_LOCK_WAITS;
      if (!isMet) process.exitCode = 1;
      print(
        `${trade}: ${copies} copies cost ${ratio.toFixed(2)} of one (at most ${MOST_COST}), ${(lockWaits * 100).toFixed(1)} % waiting ` +
          `for locks (below ${MOST_LOCK_WAITS * 100} %): ${isMet ? 'met' : 'MISSED'}`,
      );
    }
  }
}
