import type { ForecastEffect } from '@hub/desk/messages';
import type { Command } from 'commander';
import { z } from 'zod';
import { ACTION_LABELS } from '../dead/action-labels';
import { actOnSet } from '../dead/act-on-set';
import type { DeadAction } from '../dead/action-labels';
import { chooseDeadLetters, type FilterOptions } from '../dead/choose-dead-letters';
import { edit } from '../dead/edit';
import { printDeadLetter } from '../dead/print-dead-letter';
import { resume } from '../dead/resume';
import { addList, addListsOf } from '../desk/add-list';
import { isConfirmed } from '../desk/confirm';
import { acting, isRevealed, revealable, type ActOptions, type RevealOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask, type InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { note, print, printJson } from '../output';
import { addDeadRunsCommand } from './dead-runs';

/** Their names, each one of the desk's: they are not read from the desk. */
const EFFECT_NAMES: Record<ForecastEffect, ForecastEffect> = {
  acts: 'acts',
  resumes: 'resumes',
  nothing: 'nothing',
  refused: 'refused',
  fails: 'fails',
};
const Effects = z.array(z.enum(EFFECT_NAMES));
const REFUSALS_SHOWN = 20;
/** Messages that are tried before the others. */
const TRIED_FIRST = 10;
/** `hub dead list|groups|show|edit|replay|resume|discard|restore|runs` (D27): messages that failed permanently. */
export function addDeadCommand(program: Command): void {
  const dead = program
    .command('dead')
    .description('messages that failed permanently: show, replay, edit, discard, restore');
  addList(dead.command('list'), {
    list: '/dead-letters',
    json: async (options, input) =>
      (await ask(options, 'dead.list', input)).messages.map(({ died: _died, ...message }) => message),
  });
  addDeadRunsCommand(dead);
  addListsOf(dead);
  revealable(
    dead.command('show').description('one failed message with all its facts, and what a replay would do now'),
  )
    .argument('<id>')
    .action(show);
  acting(
    dead
      .command('resume')
      .description(
        'takes up a placing, tracking, return or stop that was given up, with its failed message or without',
      ),
  )
    .argument('<reference>', 'the external_ref of its call, as in hub order show and the alert')
    .action(resume);
  acting(
    dead.command('edit').description('replaces the body that a replay sends; the body that failed is kept'),
  )
    .argument('<id>')
    .option('--body <file>', 'the whole message as JSON; its event id must stay')
    .option('--revert', 'removes the edit')
    .action(edit);
  together(
    dead.command('replay').description('sends failed messages again, each to the queue it failed in'),
    'replay',
  ).option(
    '--effects <list>',
    'of a group: only those of which a replay has one of these effects: acts, resumes, nothing, refused, fails',
  );
  together(
    dead
      .command('discard')
      .description('discards failed messages: no worker handles them, and they can be restored'),
    'discard',
  );
  together(dead.command('restore').description('opens discarded messages again'), 'restore');
}

function filtered(command: Command): Command {
  return command
    .option('--shop <slug>', 'of this shop alone')
    .option('--type <type>', 'of this message type alone, such as order.created')
    .option('--reason <reason>', 'that failed for this reason alone');
}

function together(command: Command, action: DeadAction): Command {
  return acting(filtered(command))
    .argument('[id...]', 'which')
    .option('--group <reason>', 'all that failed for this reason')
    .option('--all', 'all of them')
    .option('--yes', 'does it; without it, a command for several messages only shows what it would do')
    .option('--first-ten', 'of a group: replays ten first, and the rest if these succeed')
    .option('--per-minute <count>', 'of a group: at most this many a minute')
    .option('--note <text>', 'why, for the record; no personal data')
    .addHelpText('after', '\nExits 0 if the action was done for all messages, 1 if any was refused.')
    .action((ids: string[], options: TogetherOptions) => act(action, ids, options));
}

async function show(id: string, options: RevealOptions & { reveal?: boolean }): Promise<void> {
  const failedMessage = await ask(options, isRevealed(options) ? 'dead.reveal' : 'dead.show', { id });
  if (options.json) printJson(failedMessage);
  else printDeadLetter(failedMessage);
}

interface TogetherOptions extends FilterOptions, ActOptions {
  group?: string;
  all?: boolean;
  yes?: boolean;
  firstTen?: boolean;
  perMinute?: string;
  effects?: string;
  note?: string;
}

async function act(action: DeadAction, ids: string[], options: TogetherOptions): Promise<void> {
  const choice = chooseDeadLetters({ ids, ...options });
  if (choice.kind === 'named') {
    refuseOfSet(options);
    return actOnNamed(action, choice.ids, options);
  }
  return actOnSet({
    ...options,
    action,
    filter: choice.filter,
    firstMany: options.firstTen ? TRIED_FIRST : undefined,
    perMinute: perMinuteOf(options),
    effects: effectsOf(options),
  });
}

/** Named messages are replayed or discarded at once; these options choose or pace many. */
function refuseOfSet({ shop, type, reason, firstTen, perMinute, effects }: TogetherOptions): void {
  const asked = {
    '--shop': shop,
    '--type': type,
    '--reason': reason,
    '--first-ten': firstTen,
    '--per-minute': perMinute,
    '--effects': effects,
  };
  const idle = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (idle.length > 0)
    throw new CommandFailure([`cannot use ${idle.join(', ')} with ids: goes with --group or --all`], 2);
}

function perMinuteOf({ perMinute }: TogetherOptions): number | undefined {
  if (perMinute === undefined) return undefined;
  const count = Number(perMinute);
  if (!Number.isInteger(count) || count < 1)
    throw new CommandFailure(['--per-minute: a whole number from 1 on'], 2);
  return count;
}

/** Their names, as the desk accepts them. */
function effectsOf({ effects }: TogetherOptions): InputOf<'dead.start'>['effects'] {
  if (effects === undefined) return undefined;
  const read = Effects.safeParse(effects.split(',').map((name) => name.trim()));
  if (read.success) return read.data;
  throw new CommandFailure(
    [`--effects: some of ${Object.keys(EFFECT_NAMES).join(', ')}, with commas between`],
    2,
  );
}

async function actOnNamed(action: DeadAction, ids: string[], options: TogetherOptions): Promise<void> {
  const question = `${action} ${ids.length} failed messages?`;
  if (!options.dryRun && !(await isConfirmed(ids.length, { yes: options.yes, question }))) {
    print(`${ids.length} would be ${ACTION_LABELS[action]}, see hub dead show <id>`);
    return note('nothing was changed: add --yes to do it');
  }
  const { still_at_risk: risks, ...end } = await ask(options, 'dead.act', {
    action,
    ids,
    note: options.note,
  });
  for (const risk of risks) note(`still at risk: ${risk}`);
  const { done, refused } = end;
  sayDone(options, end, `${done.length} ${ACTION_LABELS[action]}`);
  if (!options.json) {
    for (const { id, says } of refused.slice(0, REFUSALS_SHOWN)) note(`${id}: refused, ${says}`);
    if (refused.length > REFUSALS_SHOWN) note(`… and ${refused.length - REFUSALS_SHOWN} more refused`);
  }
  if (refused.length > 0) process.exitCode = 1;
}
