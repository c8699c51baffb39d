import type { CommandName, DESK_COMMANDS, DeskCommand } from '@hub/desk/commands';
import type { Question } from '@hub/desk/engine';
import { deskAccess } from './desk-access';
import { environment } from '../environment';
import { CommandFailure } from '../failure';
import { note } from '../output';
import type { ActOptions } from './desk-options';
import { askRemotely } from './remote-desk';
import { sayDone } from './say-done';

type Table = typeof DESK_COMMANDS;
/** The input of a command. */
export type InputOf<N extends CommandName> = NonNullable<Table[N]['given']>;
/** Its answer. */
export type ResultOf<N extends CommandName> = Table[N] extends DeskCommand<infer _Given, infer R> ? R : never;
/** The answer of an action: what was done as a sentence, and, if it was only tried, what would happen. */
export interface Done<R> {
  result: R;
  says?: string;
  question?: Question;
}

/** Runs commands of the desk, there or locally. */
export interface Desk {
  ask<N extends CommandName>(name: N, input: InputOf<N>): Promise<ResultOf<N>>;
  act<N extends CommandName>(name: N, input: InputOf<N>): Promise<Done<ResultOf<N>>>;
  /** The same of what a person gives, which the desk validates. */
  actAsGiven(name: CommandName, input: object): Promise<Done<unknown>>;
}

/** Runs work against the desk: through its API with a token, or, with `--local` (HUB_LOCAL=true), bypassing it. */
export async function withDesk<T>(options: ActOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (options.local && options.desk !== undefined)
    throw new CommandFailure(['say one of --desk, --local'], 2);
  if (isLocal(options)) {
    const { withLocalDesk } = await import('../desk/local-desk.js');
    return withLocalDesk(options, (run) => work(deskBy(run)));
  }
  const access = deskAccess(environment(), options.desk);
  const { dryRun: dry_run = false, as } = options;
  return work(deskBy((name, input) => askRemotely(access, name, { input, dry_run, as })));
}

/** Whether a command bypasses the desk: `HUB_LOCAL` counts unless one is named. */
export const isLocal = ({ local, desk }: Pick<ActOptions, 'local' | 'desk'>): boolean =>
  local ?? (desk === undefined && environment()['HUB_LOCAL'] === 'true');

/** A single action: says what was done, or what would be. Returns its answer. */
export async function act<N extends CommandName>(
  options: ActOptions,
  name: N,
  input: InputOf<N>,
): Promise<ResultOf<N>> {
  return said(options, await withDesk(options, (desk) => desk.act(name, input)));
}

/** The same of what a person gives, which the desk validates. */
export async function actAsGiven(options: ActOptions, name: CommandName, input: object): Promise<void> {
  said(options, await withDesk(options, (desk) => desk.actAsGiven(name, input)));
}

function said<R>(options: ActOptions, { result, says = '', question }: Done<R>): R {
  for (const happens of question && !options.json ? [...question.happens, ...warned(question)] : [])
    note(happens);
  sayDone(options, result, says);
  return result;
}

const warned = ({ warning }: Question) => (warning === undefined ? [] : [`First make sure: ${warning}`]);

/** A single command. */
export function ask<N extends CommandName>(
  options: ActOptions,
  name: N,
  input: InputOf<N>,
): Promise<ResultOf<N>> {
  return withDesk(options, (desk) => desk.ask(name, input));
}

function deskBy(run: (name: string, input: unknown) => Promise<unknown>): Desk {
  const send = async <N extends CommandName>(name: N, input: unknown) => {
    const answer = await run(name, input);
    if (isAnswer(name, answer)) return answer;
    throw new Error('this is no answer of a desk');
  };
  return { ask: async (name, input) => (await send(name, input)).result, act: send, actAsGiven: send };
}

/** Desk and command have the same release and table of commands: its answer has the type in the table. */
function isAnswer<N extends CommandName>(_name: N, answer: unknown): answer is Done<ResultOf<N>> {
  return typeof answer === 'object' && answer !== null && 'result' in answer;
}
