import { setTimeout as wait } from 'node:timers/promises';
import { longestDuration, openStoreSide } from '@hub/conformance';
import type { Capability } from '@hub/contract';
import { rehearseShop, runTasks, type RehearsalOutcome } from '@hub/desk/golive';
import type { Component } from '@hub/runtime';
import type { Shop } from '@hub/shops';

type Setting = Parameters<typeof rehearseShop>[0] & {
  config: { BASE_URL?: string | undefined; REHEARSAL_LONGEST_MINUTES: number };
  /** How often the answers of the people are polled; every second by default. */
  pollMs?: number;
};

export interface RehearsalAsked {
  /** Slug. */
  shop: string;
  capabilities: readonly Capability[];
  /** For the audit trail. */
  by: string;
}

export type RehearsalBegun = { kind: 'begun' } | { kind: 'refused'; reason: string };

/** As long as at the operator's terminal. */
const WAIT_MS = 15 * 60_000;
/** Of a rehearsal that holds its shop: an unavailable broker is known within. */
const KNOWN_WITHIN_MS = 1_500;

/**
 * Rehearsals that shops begin at their door, run in this process (D32): the door shows the shop's people what to do next.
 * Stopping the process ends a running rehearsal and keeps its record so far.
 */
export class Rehearsals implements Component {
  readonly name = 'rehearsals';
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly setting: Setting) {}

  async begin(asked: RehearsalAsked): Promise<RehearsalBegun> {
    const { db, config, pollMs } = this.setting;
    const longest = longestDuration(config.REHEARSAL_LONGEST_MINUTES);
    let holdsItsShop = (): void => {};
    const held = new Promise<void>((resolve) => (holdsItsShop = resolve));
    const run = rehearseShop(this.setting, {
      ...asked,
      openStoreSide: (shop, underWay) => {
        holdsItsShop();
        return openStoreSide({
          events: { kind: 'handed_over', url: eventsUrl(shop, config.BASE_URL) },
          people: { kind: 'asked', openPrompter: () => runTasks(db, underWay, pollMs) },
          secrets: shop.signingSecrets(Date.now()),
          hubNetworkLocationId: shop.hubNetworkLocationId,
          waitMs: WAIT_MS,
          signal: underWay.signal,
        });
      },
      signal: AbortSignal.any([this.stopping.signal, longest]),
    });
    const ended = run
      .catch((error: unknown) => this.setting.logger.error('rehearsal aborted', { shop: asked.shop, error }))
      .finally(() => this.running.delete(ended));
    this.running.add(ended);
    const goesOn = held.then(() => wait(KNOWN_WITHIN_MS, null, { ref: false }));
    const end = await Promise.race([run, goesOn]);
    return end === null ? { kind: 'begun' } : begunOrNot(end);
  }

  beginStop(): void {
    this.stopping.abort('the service was stopped');
  }

  async stop(): Promise<void> {
    await Promise.all(this.running);
  }
}

/** Null: not configured. Events are judged all the same; only their replay is not played. */
function eventsUrl({ slug, testWebhookUrl }: Shop, baseUrl: string | undefined): string | null {
  if (testWebhookUrl) return testWebhookUrl;
  return baseUrl === undefined ? null : new URL(`/shops/${slug}/events`, baseUrl).href;
}

function begunOrNot(end: RehearsalOutcome): RehearsalBegun {
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
