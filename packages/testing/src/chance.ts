import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded random generator: the same seed gives the same sequence. */
export class Chance {
  private readonly generator;

  constructor(readonly seed: number) {
    this.generator = xoroshiro128plus(seed);
  }

  /** A whole number, both ends included. */
  between(min: number, max: number): number {
    return uniformInt(this.generator, min, max);
  }

  /** Whether something with this probability (0 to 1) happens. */
  happens(probability: number): boolean {
    return this.between(0, 999_999) < probability * 1_000_000;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[this.between(0, list.length - 1)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }
}
