import type { Database } from '@hub/database';
import { BodyCipher } from '@hub/installation';
import {
  actOnDeadLetters,
  groupDeadLetters,
  lettersStillAtRisk,
  listDeadLetters,
  REFUSAL_WORDS,
  revealDeadLetter,
  showDeadLetter,
  type DeadLetterAction,
} from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { ACTION_LABELS } from '../dead/action-labels';
import { actOnSet } from '../dead/act-on-set';
import { chooseDeadLetters, readFilter, type FilterOptions } from '../dead/choose-dead-letters';
import { describeShown, describeSummary } from '../dead/describe-dead-letter';
import { edit } from '../dead/edit';
import { resume } from '../dead/resume';
import { printDeadLetter, printDeadLetters } from '../dead/print-dead-letter';
import { withForecasts } from '../dead/with-forecasts';
import { CommandFailure } from '../failure';
import { noteRisks, uuidsOf } from '../order/note-risks';
import { note, print, printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { MOMENT } from '../read-moment';
import { withDatabase } from '../with-database';
import { addDeadRunsCommand } from './dead-runs';

const REFUSALS_SHOWN = 20;
/** Messages that are tried before the others. */
const TRIED_FIRST = 10;
/** `hub dead list|groups|show|edit|replay|resume|discard|restore|runs` (D27): messages that failed for good. */
export function addDeadCommand(program: Command): void {
  const dead = program
    .command('dead')
    .description('messages that failed for good: look, replay, discard, restore');
  filtered(dead.command('list').description('dead letters, those that died last first'))
    .option('--state <state>', 'open, replaying, resolved or discarded')
    .option('--text <text>', 'an order id, an event id or a correlation, exactly')
    .option('--since <time>', `that failed last from then on: ${MOMENT}`)
    .option('--limit <count>', 'how many at the most (default: 50; 1000 with --json)')
    .action(list);
  filtered(dead.command('groups').description('dead letters by cause: the queue they died in and the reason'))
    .option('--state <state>', 'open, replaying, resolved or discarded', 'open')
    .action(groups);
  dead
    .command('show')
    .description('all that is known of one, and what a replay would do now')
    .argument('<id>')
    .option('--reveal', 'the body with its personal data; who looked is recorded')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(show);
  dead
    .command('resume')
    .description(
      'takes up a placing, tracking, return or stop that was given up, with its dead letter or without',
    )
    .argument('<reference>', 'the external_ref of its call, as in hub order show and the alert')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(resume);
  dead
    .command('edit')
    .description('has a replay send another body than the one that died, which is kept')
    .argument('<id>')
    .option('--body <file>', 'the whole message as JSON; its event id must stay')
    .option('--revert', 'takes an edit back')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(edit);
  acting(dead.command('replay').description('sends them again, each to the queue it died in'), 'replay');
  acting(dead.command('discard').description('puts them aside: they need not be handled'), 'discard');
  acting(dead.command('restore').description('takes discarded ones back'), 'restore');
  addDeadRunsCommand(dead);
}

function filtered(command: Command): Command {
  return command
    .option('--shop <slug>', 'of this shop alone')
    .option('--type <type>', 'of this message type alone, such as order.created')
    .option('--reason <reason>', 'that died for this reason alone')
    .option('--json', 'as JSON');
}

function acting(command: Command, action: DeadLetterAction): void {
  filtered(command)
    .argument('[id...]', 'which')
    .option('--group <reason>', 'all that died for this reason')
    .option('--all', 'all of them')
    .option('--yes', 'do it: of a group of more than one it is only said what would be done without')
    .option('--dry-run', 'only say what would be done')
    .option('--first-ten', 'of a group: ten first, the rest if they go through')
    .option('--per-minute <count>', 'of a group: at most so many a minute')
    .option('--note <text>', 'why, for the record; no personal data')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .addHelpText('after', '\nExits 0 when all were, 1 when any was refused.')
    .action((ids: string[], options: ActOptions) => act(action, ids, options));
}

async function list(options: FilterOptions & { limit?: string; json?: boolean }): Promise<void> {
  const limit = readLimit(options.limit ?? (options.json ? '1000' : '50'));
  const letters = await withDatabase(async ({ db }) =>
    listDeadLetters(db, { filter: await readFilter(db, options), limit: limit + 1 }),
  );
  const shown = letters.slice(0, limit);
  if (options.json) printJson(shown.map(describeSummary));
  else printDeadLetters(shown);
  if (letters.length > limit) note(`only the first ${limit} are shown; see --limit`);
}

async function groups(options: FilterOptions & { json?: boolean }): Promise<void> {
  const found = await withDatabase(async ({ db }) => groupDeadLetters(db, await readFilter(db, options)));
  const described = found.map((group) => ({
    origin: group.origin,
    reason: group.reason,
    letters: group.letters,
    deaths: group.deaths,
    shops: group.shops,
    first_failed_at: time(group.firstFailedAt),
    last_failed_at: time(group.lastFailedAt),
  }));
  if (options.json) return printJson(described);
  printTable(
    ['letters', 'died', 'shops', 'queue', 'reason', 'last died'],
    described.map((group) => [
      String(group.letters),
      String(group.deaths),
      String(group.shops),
      group.origin,
      group.reason,
      group.last_failed_at,
    ]),
  );
}

async function show(id: string, options: { reveal?: boolean; as?: string; json?: boolean }): Promise<void> {
  const described = await withDatabase(async ({ db, config }) => {
    const [cipher, actor] = [new BodyCipher(config), actorOf(options.as)];
    const revealed = options.reveal ? await revealDeadLetter(db, { id, actor, cipher }) : null;
    const letter = await withForecasts((forecasts) => showDeadLetter(db, id, { forecasts, cipher }));
    if (!letter) throw new CommandFailure([`no dead letter "${id}"`]);
    return describeShown(letter, revealed);
  });
  if (options.json) printJson(described);
  else printDeadLetter(described);
}

interface ActOptions extends FilterOptions {
  group?: string;
  all?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  firstTen?: boolean;
  perMinute?: string;
  note?: string;
  as?: string;
  json?: boolean;
}

async function act(action: DeadLetterAction, ids: string[], options: ActOptions): Promise<void> {
  const from = action === 'restore' ? 'discarded' : 'open';
  const actor = actorOf(options.as);
  await withDatabase(async ({ db, config }) => {
    const choice = await chooseDeadLetters(db, { ids, ...options }, from);
    if (choice.kind === 'named') return actOnNamed(db, { action, ids: choice.ids, actor }, options);
    const { yes = false, dryRun = false, note: why, json } = options;
    return actOnSet(db, config, {
      action,
      filter: choice.filter,
      actor,
      note: why,
      firstMany: options.firstTen ? TRIED_FIRST : undefined,
      perMinute: perMinuteOf(options),
      isToBeDone: (count) => !dryRun && (yes || count <= 1),
      json,
    });
  });
}

function perMinuteOf({ perMinute }: ActOptions): number | undefined {
  if (perMinute === undefined) return undefined;
  const count = Number(perMinute);
  if (!Number.isInteger(count) || count < 1)
    throw new CommandFailure(['--per-minute: a whole number from 1 on'], 2);
  return count;
}

async function actOnNamed(
  db: Database,
  request: { action: DeadLetterAction; ids: readonly string[]; actor: string },
  options: ActOptions,
): Promise<void> {
  const { action, ids } = request;
  if (options.dryRun) return print(`${ids.length} would be ${ACTION_LABELS[action]}, see hub dead show <id>`);
  if (action === 'discard') noteRisks(await lettersStillAtRisk(db, { ids: uuidsOf(ids), now: Date.now() }));
  const { done, refused } = await actOnDeadLetters(db, { ...request, note: options.note });
  if (options.json) printJson({ done, refused });
  else {
    print(`${done.length} ${ACTION_LABELS[action]}`);
    for (const { id, why } of refused.slice(0, REFUSALS_SHOWN)) note(`${id}: refused, ${REFUSAL_WORDS[why]}`);
    if (refused.length > REFUSALS_SHOWN) note(`… and ${refused.length - REFUSALS_SHOWN} more refused`);
  }
  if (refused.length > 0) process.exitCode = 1;
}
