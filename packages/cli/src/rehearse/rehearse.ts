import { writeFileSync } from 'node:fs';
import { CAPABILITIES, type Capability } from '@hub/contract';
import {
  junitReport,
  longestDuration,
  openStoreSide,
  terminalOf,
  terminalReporter,
  type StoreSideOptions,
} from '@hub/conformance';
import { keyRingOf } from '@hub/installation';
import { rehearseShop, type RehearsalOutcome } from '@hub/desk/golive';
import { createLogger } from '@hub/runtime';
import type { Shop } from '@hub/shops';
import { actorOf } from '../actor';
import { readRehearseConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { note, noteStyled, print, printJson, time } from '../output';
import { withDatabase } from '../with-database';

/** Some checks could not be played: the same code as `hub-rehearse`. */
const NOT_RUN = 3;

/** Options of `hub rehearse`. */
export interface RehearseOptions {
  capability: Capability[];
  junit?: string;
  imagesVia?: string;
  simulate?: string;
  people: boolean;
  waitMinutes: string;
  longestMinutes: string;
  as?: string;
  json?: boolean;
}

/** Plays the checks of a shop and keeps the record. */
export async function rehearse(slug: string, options: RehearseOptions): Promise<void> {
  const logger = createLogger({ service: 'rehearsal', level: 'error' });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const longest = longestDuration(minutesOf('--longest-minutes', options.longestMinutes));
  const waitMs = minutesOf('--wait-minutes', options.waitMinutes) * 60_000;
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const end = await withDatabase(async ({ db, config }) => {
    await requireServedShop(db, slug);
    return rehearseShop(
      { db, keys: keyRingOf(config), config, broker: readRehearseConfig(), logger },
      {
        shop: slug,
        capabilities: CAPABILITIES.filter((capability) => options.capability.includes(capability)),
        by: actorOf(options.as),
        onProgress: terminalReporter(noteStyled, process.stderr.isTTY),
        signal: AbortSignal.any([stopping.signal, longest]),
        openStoreSide: (shop, { signal }) =>
          openStoreSide({
            events: eventsOf(shop, options, config.INGRESS_PORT),
            people: peopleOf(options, stop),
            secrets: shop.signingSecrets(Date.now()),
            hubNetworkLocationId: shop.hubNetworkLocationId,
            waitMs,
            signal,
            write: note,
          }),
        imagesVia: options.imagesVia,
      },
    );
  }).finally(() => process.off('SIGINT', stop).off('SIGTERM', stop));
  const { id, record, violations } = kept(slug, end);
  if (options.junit !== undefined) writeFileSync(options.junit, junitReport(record));
  violations.forEach(note);
  if (options.json) printJson(record);
  else print(`kept as rehearsal ${id}; hub golive ${slug} shows where the shop stands`);
  process.exitCode = exitCodeOf(record.checks, violations);
}

/** This terminal prompts the store's staff for each step; the run continues as soon as its event arrives. */
function peopleOf({ simulate }: RehearseOptions, interrupt: () => void): StoreSideOptions['people'] {
  if (simulate !== undefined) return { kind: 'simulator', controlUrl: simulate };
  // The record is printed on stdout.
  return { kind: 'asked', openPrompter: () => terminalOf(process.stdin, process.stderr, interrupt) };
}

/** The store sends its events to the ingress, as always, which hands them over. */
function eventsOf(
  shop: Shop,
  { people, simulate }: RehearseOptions,
  ingressPort: number,
): StoreSideOptions['events'] {
  if (!people && simulate === undefined) return null;
  const url = shop.testWebhookUrl ?? `http://127.0.0.1:${ingressPort}/shops/${shop.slug}/events`;
  return { kind: 'handed_over', url };
}

function minutesOf(option: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CommandFailure([`${option}: a whole number from 1 on`], 2);
}

function exitCodeOf(checks: readonly { result: string }[], violations: readonly string[]): number {
  if (violations.length > 0 || checks.some(({ result }) => result === 'failed')) return 1;
  return checks.some(({ result }) => result === 'not_run') ? NOT_RUN : 0;
}

type Kept = Extract<RehearsalOutcome, { kind: 'kept' }>;

function kept(slug: string, end: RehearsalOutcome): Kept {
  switch (end.kind) {
    case 'kept':
      return end;
    case 'unknown_shop':
      throw new CommandFailure([`no shop "${slug}"`]);
    case 'under_way':
      throw new CommandFailure([`${end.by} rehearses ${slug} since ${time(end.since)}: one at a time`]);
    case 'no_test_variants':
      throw new CommandFailure([
        `test_variants: in production a rehearsal needs them on the sheet of ${slug}`,
      ]);
    case 'broker_away':
      throw new CommandFailure(['RabbitMQ cannot be reached: the events of a rehearsal come over it']);
    case 'lost':
      throw new CommandFailure(['the rehearsal lost its lease and was not kept: rehearse it again']);
  }
}
