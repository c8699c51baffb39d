import { writeFileSync } from 'node:fs';
import { CAPABILITIES, type Capability } from '@hub/contract';
import { junitReport, openStoreSide, terminalReporter, type StoreSide } from '@hub/conformance';
import { keyRingOf } from '@hub/installation';
import { rehearseShop, type RehearsalEnd } from '@hub/go-live';
import { createLogger } from '@hub/runtime';
import type { Shop } from '@hub/shops';
import { Option, type Command } from 'commander';
import { actorOf } from '../actor';
import { readRehearseConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { note, print, printJson, time } from '../output';
import { withDatabase } from '../with-database';

/** Some checks could not be played: as `hub-rehearse` says it. */
const NOT_RUN = 3;

interface RehearseOptions {
  capability: Capability[];
  junit?: string;
  imagesVia?: string;
  simulate?: string;
  people: boolean;
  waitMinutes: string;
  as?: string;
  json?: boolean;
}

/** `hub rehearse <slug>` (D32): plays every check of going live with the shop's own credentials, and keeps the record. */
export function addRehearseCommand(program: Command): void {
  program
    .command('rehearse')
    .description(
      'plays every check of going live against a shop, with the credentials of its sheet, and keeps the record; ' +
        'exits with 0 where every check passed, 1 where one failed, 3 where some could not be played',
    )
    .argument('<slug>')
    .addOption(
      new Option('--capability <name...>', 'only these capabilities')
        .choices(CAPABILITIES)
        .default([...CAPABILITIES], 'all'),
    )
    .option('--junit <file>', 'write a JUnit report there too')
    .option('--simulate <url>', 'drives a store simulator by its control address, in place of people')
    .option('--no-people', 'asks nobody: what only the people of the store can do is not played')
    .option('--wait-minutes <number>', 'how long people may take for what they are asked', '15')
    .option(
      '--images-via <origin>',
      'fetch images there in place of their own address (ALLOW_INSECURE_STORES)',
    )
    .option('--as <name>', 'who rehearses, for the record (default: the user of this machine)')
    .option('--json', 'prints the record')
    .action(rehearse);
}

async function rehearse(slug: string, options: RehearseOptions): Promise<void> {
  const logger = createLogger({ service: 'rehearsal', level: 'error' });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const end = await withDatabase(async ({ db, config }) => {
    await requireServedShop(db, slug);
    return rehearseShop(
      { db, keys: keyRingOf(config), config, broker: readRehearseConfig(), logger },
      {
        shop: slug,
        capabilities: CAPABILITIES.filter((capability) => options.capability.includes(capability)),
        by: actorOf(options.as),
        onProgress: terminalReporter(note, process.stderr.isTTY),
        signal: stopping.signal,
        openStoreSide: (shop) => storeSideOf(shop, options, config.INGRESS_PORT),
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

/** The people of the store are told at this terminal what to do now; the run goes on as soon as the event of it comes. */
function storeSideOf(shop: Shop, options: RehearseOptions, ingressPort: number): Promise<StoreSide> {
  const { simulate, people, waitMinutes } = options;
  const publicUrl = shop.testWebhookUrl ?? `http://127.0.0.1:${ingressPort}/shops/${shop.slug}/events`;
  const asked = people || simulate !== undefined;
  return openStoreSide({
    // Events come from the ingress; the address of its own is never told to anybody.
    events: asked ? { host: '127.0.0.1', port: 0, publicUrl, shopSlug: shop.slug } : null,
    simulate: simulate ?? null,
    secrets: shop.signingSecrets(Date.now()),
    waitMs: minutesOf(waitMinutes) * 60_000,
    write: note,
  });
}

function minutesOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CommandFailure(['--wait-minutes: a whole number from 1 on'], 2);
}

function exitCodeOf(checks: readonly { result: string }[], violations: readonly string[]): number {
  if (violations.length > 0 || checks.some(({ result }) => result === 'failed')) return 1;
  return checks.some(({ result }) => result === 'not_run') ? NOT_RUN : 0;
}

type Kept = Extract<RehearsalEnd, { kind: 'kept' }>;

function kept(slug: string, end: RehearsalEnd): Kept {
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
