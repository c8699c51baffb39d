import type { Command } from 'commander';
import { printCase } from '../cases/print-case';
import { addList, addListsOf } from '../desk/add-list';
import { acting, looking, type ActOptions, type LookOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { watching } from '../desk/watch';
import { ask, type InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { note, printJson } from '../output';

type Action = InputOf<'case.act'>['action'];
type NoteOption = ActOptions & { note?: string };

const NOTE = ['--note <text>', 'why, for the record; no personal data'] as const;

/** `hub case list|first|show|take|hand-over|release|note|snooze|wake|link|close|reopen`: failures as people work on them. */
export function addCaseCommand(program: Command): void {
  const cases = program
    .command('case')
    .description('cases: all failures with one cause, which an agent takes and resolves');
  addList(cases.command('list').option('--mine', 'that you have'), {
    list: '/cases',
  });
  addListsOf(cases);
  looking(cases.command('show').description('one with its orders, messages, alerts and history'))
    .argument('<case>', 'its id')
    .action((id: string, options: LookOptions) => watching(options, () => show(id, options)));
  addOwnerCommands(cases);
  const on = (name: string, says: string) =>
    acting(cases.command(name).description(says)).argument('<case>', 'its id');
  on('note', 'writes into its history; @name calls a colleague')
    .argument('<text>', 'no personal data')
    .action((id: string, text: string, options: ActOptions) => act(id, { kind: 'note', text }, options));
  on('snooze', 'hides it from the open ones')
    .argument('<for>', 'how long: 30m, 4h, 3d, or until 2026-11-22T10:00:00Z')
    .option(...NOTE)
    .action((id: string, span: string, options: NoteOption) =>
      act(id, { kind: 'snooze', until: laterOf(span), note: options.note }, options),
    );
  on('wake', 'ends its snooze').action((id: string, options: ActOptions) =>
    act(id, { kind: 'wake' }, options),
  );
  on('link', 'links it to a ticket')
    .argument('[url]', 'https://…; without one the link is taken away')
    .action((id: string, url: string | undefined, options: ActOptions) =>
      act(id, { kind: 'link', url: url ?? null }, options),
    );
  on('reopen', 'opens a case again that was closed by hand').action((id: string, options: ActOptions) =>
    act(id, { kind: 'reopen' }, options),
  );
  on('close', 'closes a case by hand; it closes automatically when all its problems are resolved')
    .option('--anyway', 'though something in it is still affected')
    .option(...NOTE)
    .action((id: string, options: NoteOption & { anyway?: boolean }) =>
      act(id, { kind: 'close', note: options.note, anyway: options.anyway ?? false }, options),
    );
}

/** Whose it is. */
function addOwnerCommands(cases: Command): void {
  const on = (name: string, says: string) =>
    acting(cases.command(name).description(says)).argument('<case>', 'its id');
  on('take', 'says that you look after it; of one that a colleague has, takes it over').action(
    (id: string, options: ActOptions) => act(id, { kind: 'take' }, options),
  );
  on('hand-over', 'gives it to a colleague')
    .argument('<name>', 'an agent or lead who has signed in lately')
    .option(...NOTE)
    .action((id: string, to: string, options: NoteOption) =>
      act(id, { kind: 'hand_over', to, note: options.note }, options),
    );
  on('release', 'gives it back: no one has it').action((id: string, options: ActOptions) =>
    act(id, { kind: 'release' }, options),
  );
}

async function show(id: string, options: LookOptions): Promise<void> {
  const shown = await ask(options, 'case.show', { case: id });
  if (options.json) printJson(shown);
  else printCase(shown);
}

const DONE: Record<Action['kind'], string> = {
  take: 'it is yours',
  hand_over: 'it is handed over',
  release: 'no one has it now',
  note: 'the note is in its history',
  snooze: 'it is snoozed',
  wake: 'it is open again',
  link: 'its ticket is changed',
  close: 'it is closed',
  reopen: 'it is open again',
};

async function act(id: string, action: Action, options: ActOptions): Promise<void> {
  const { still_at_risk: risks, ...end } = await ask(options, 'case.act', { case: id, action });
  for (const risk of risks) note(`still at risk: ${risk}`);
  sayDone(options, end, DONE[action.kind]);
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A future time, as in JSON. Throws `CommandFailure` (wrong use). */
function laterOf(text: string): string {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = count === undefined ? Date.parse(text) : Date.now() + Number(count) * (UNITS_MS[unit] ?? 0);
  if (Number.isNaN(ms))
    throw new CommandFailure(['<for>: 30m, 4h, 3d, or a time such as 2026-11-22T10:00:00Z'], 2);
  return new Date(ms).toISOString();
}
