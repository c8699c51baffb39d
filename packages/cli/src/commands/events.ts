import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { isRevealed, revealable, toDesk, type DeskOptions, type RevealOptions } from '../desk/desk-options';
import { ask, withDesk } from '../desk/with-desk';
import { filtered, filterOf, type EventFilterOptions } from '../events/filter-options';
import { cellsOf, eventOf, printShown, type ListedEvent } from '../events/print-event';
import { tailEvents } from '../events/tail-events';
import { print, printJson, printJsonLine, printText } from '../output';
import { waitForSignal } from '../wait-for-signal';

/** `hub events list|show|tail`: what a shop sent and how it was answered (D6, D33). */
export function addEventsCommand(program: Command): void {
  const events = program.command('events').description('events that shops sent, with their answers');
  addList(events.command('list'), {
    list: '/events',
    json: async (options, input) => (await ask(options, 'events.list', input)).map(eventOf),
  });
  revealable(
    events
      .command('show')
      .description('one event: its content, with personal data masked, and each delivery with its answer'),
  )
    .argument('<id>', 'its event id; if it had none that could be read, the id that the list shows')
    .option('--shop <slug>', 'the shop, if two shops used the same event id')
    .action(show);
  toDesk(
    filtered(events.command('tail').description('shows the latest events and each new one, until Ctrl-C')),
  )
    .argument('<slug>', 'the shop')
    .action(tail);
}

async function show(id: string, options: RevealOptions & { shop?: string; reveal?: boolean }): Promise<void> {
  const name = { id, shop: options.shop };
  const { revealed, ...event } = isRevealed(options)
    ? await ask(options, 'events.reveal', name)
    : { ...(await ask(options, 'events.show', name)), revealed: null };
  if (options.json) return printJson({ ...event, revealed });
  printShown(event);
  if (revealed === null) return;
  print('');
  print('with personal data:');
  printText(revealed);
}

async function tail(shop: string, options: EventFilterOptions & DeskOptions): Promise<void> {
  const { since, ...filter } = filterOf(options);
  const stop = new AbortController();
  void waitForSignal().then(() => stop.abort());
  const each = (event: ListedEvent): void =>
    options.json ? printJsonLine(eventOf(event)) : print(cellsOf(event).filter(Boolean).join('  '));
  await withDesk(options, (desk) =>
    tailEvents((from, limit) => desk.ask('events.list', { shop, ...filter, since: from, limit }), {
      since,
      each,
      stop: stop.signal,
    }),
  );
}
