import { BodyCipher } from '@hub/installation';
import { listSentEvents, revealSentBody, showSentEvent, type ListedEvent } from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { cellsOf, describeEvent, describeShown, printEvents, printShown } from '../events/describe-event';
import { bounded, filtered, readFilter, type EventFilterOptions } from '../events/filter-options';
import { tailEvents } from '../events/tail-events';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { print, printJson } from '../output';
import { readLimit } from '../read-limit';
import { waitForSignal } from '../services/wait-for-signal';
import { withDatabase } from '../with-database';

/** `hub events list|show|tail`: what a shop sent and what it was answered (D6, D33). */
export function addEventsCommand(program: Command): void {
  const events = program.command('events').description('what shops sent');
  bounded(events.command('list').description('what a shop sent and what it was answered, newest first'))
    .argument('<slug>', 'the shop')
    .option('--limit <count>', 'how many at the most', '50')
    .option('--json', 'as JSON')
    .action(list);
  events
    .command('show')
    .description('one event: what it says, and each time that it was sent; what is personal is masked')
    .argument(
      '<id>',
      'its event id, or, where it had none that could be read, what the list shows in its place',
    )
    .option('--shop <slug>', 'the shop, where two used the same event id')
    .option('--reveal', 'the body with its personal data; who looked is recorded')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(show);
  filtered(events.command('tail').description('the latest, and each that comes, until Ctrl-C'))
    .argument('<slug>', 'the shop')
    .option('--json', 'as JSON, one event a line')
    .action(tail);
}

async function list(
  slug: string,
  options: EventFilterOptions & { limit: string; json?: boolean },
): Promise<void> {
  const limit = readLimit(options.limit);
  const filter = readFilter(options, Date.now());
  const found = await withDatabase(async ({ db }) => {
    const { id: shopId } = await requireShop(db, slug);
    return listSentEvents(db, { filter: { ...filter, shopId }, limit });
  });
  if (options.json) printJson(found.map(describeEvent));
  else printEvents(found);
}

interface ShowOptions {
  shop?: string;
  reveal?: boolean;
  as?: string;
  json?: boolean;
}

async function show(id: string, options: ShowOptions): Promise<void> {
  const { event, revealed } = await withDatabase(async ({ db, config }) => {
    const cipher = new BodyCipher(config);
    const shopId = options.shop === undefined ? undefined : (await requireShop(db, options.shop)).id;
    const [found, ...others] = await showSentEvent(db, cipher, { id, shopId });
    if (!found) throw new CommandFailure([`no event "${id}"`]);
    if (others.length > 0)
      throw new CommandFailure([
        `several shops used this event id; say --shop: ${[found, ...others].map(({ shop }) => shop).join(', ')}`,
      ]);
    if (!options.reveal) return { event: found, revealed: null };
    const kept = found.sendings.find(({ body }) => body.kind !== 'none');
    const body = kept ? await revealSentBody(db, cipher, { id: kept.id, actor: actorOf(options.as) }) : null;
    if (!body)
      throw new CommandFailure(['its body is not kept: its sender was not known, or it had its time']);
    return { event: found, revealed: body };
  });
  if (options.json)
    return printJson({ ...describeShown(event), revealed: revealed?.toString('utf8') ?? null });
  printShown(event);
  if (revealed) print(`\nwith personal data:\n${revealed.toString('utf8')}`);
}

async function tail(slug: string, options: EventFilterOptions & { json?: boolean }): Promise<void> {
  const filter = readFilter(options, Date.now());
  const stop = new AbortController();
  void waitForSignal().then(() => stop.abort());
  const each = (event: ListedEvent): void =>
    print(options.json ? JSON.stringify(describeEvent(event)) : cellsOf(event).filter(Boolean).join('  '));
  await withDatabase(async ({ db }) => {
    const { id: shopId } = await requireShop(db, slug);
    await tailEvents(db, { ...filter, shopId }, { each, stop: stop.signal });
  });
}
