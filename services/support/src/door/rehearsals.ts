import { setTimeout as wait } from 'node:timers/promises';
import { LONGEST_MINUTES, longestDuration, NOBODY } from '@hub/conformance';
import { CAPABILITIES } from '@hub/contract';
import { rehearseShop, type RehearsalEnd } from '@hub/go-live';
import type { Part } from '@hub/runtime';

type Setting = Parameters<typeof rehearseShop>[0];

export interface RehearsalAsked {
  /** Slug. */
  shop: string;
  /** For the trail. */
  by: string;
}

export type RehearsalBegun = { kind: 'begun' } | { kind: 'refused'; reason: string };

/** Nobody acts at the store, and no event of it is judged. */
const NOBODY_THERE = { people: NOBODY, inbox: null, close: () => Promise.resolve() };
/** What stands in a rehearsal's way is known at once. */
const KNOWN_WITHIN_MS = 1_500;

/**
 * Rehearsals that shops begin at their door, run in this process (D32): every check that asks nothing of the store's people.
 * What is still under way when the process is to stop is ended, and its record kept as far as it came.
 */
export class Rehearsals implements Part {
  readonly name = 'rehearsals';
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly setting: Setting) {}

  async begin(asked: RehearsalAsked): Promise<RehearsalBegun> {
    const run = rehearseShop(this.setting, {
      ...asked,
      capabilities: CAPABILITIES,
      openStoreSide: async () => NOBODY_THERE,
      signal: AbortSignal.any([this.stopping.signal, longestDuration(LONGEST_MINUTES)]),
    });
    const ended = run
      .catch((error: unknown) =>
        this.setting.logger.error('rehearsal broken off', { shop: asked.shop, error }),
      )
      .finally(() => this.running.delete(ended));
    this.running.add(ended);
    const end = await Promise.race([run, wait(KNOWN_WITHIN_MS, null, { ref: false })]);
    return end === null ? { kind: 'begun' } : begunOrNot(end);
  }

  beginStop(): void {
    this.stopping.abort();
  }

  async stop(): Promise<void> {
    await Promise.all(this.running);
  }
}

function begunOrNot(end: RehearsalEnd): RehearsalBegun {
  switch (end.kind) {
    case 'kept':
      return { kind: 'begun' };
    case 'under_way':
      return { kind: 'refused', reason: 'a rehearsal is under way' };
    case 'no_test_variants':
      return { kind: 'refused', reason: 'in production it needs test_variants on your sheet' };
    case 'broker_away':
    case 'unknown_shop':
    case 'lost':
      return { kind: 'refused', reason: 'it cannot be rehearsed right now' };
  }
}
