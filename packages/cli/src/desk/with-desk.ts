import type { CommandName, DESK_COMMANDS, DeskCommand } from '@hub/desk-commands';
import type { z } from 'zod';
import { deskAccess } from './desk-access';
import { environment } from '../environment';
import type { ActOptions } from './desk-options';
import { askRemotely } from './remote-desk';

type Table = typeof DESK_COMMANDS;
/** The input of a command. */
export type InputOf<N extends CommandName> = z.input<Table[N]['input']>;
/** Its answer. */
export type ResultOf<N extends CommandName> = Table[N] extends DeskCommand<z.ZodType, infer R> ? R : never;

/** Runs commands of the desk, there or locally. */
export interface Desk {
  ask<N extends CommandName>(name: N, input: InputOf<N>): Promise<ResultOf<N>>;
}

/** Runs work against the desk: through its API with a token, or, with `--local` (HUB_LOCAL=true), bypassing it. */
export async function withDesk<T>(options: ActOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (options.local ?? environment()['HUB_LOCAL'] === 'true') {
    const { withLocalDesk } = await import('../desk/local-desk.js');
    return withLocalDesk(options, (run) => work(deskBy(run)));
  }
  const access = deskAccess(environment(), options.desk);
  const { dryRun: dry_run = false, as } = options;
  return work(deskBy((name, input) => askRemotely(access, name, { input, dry_run, as })));
}

/** A single command. */
export function ask<N extends CommandName>(
  options: ActOptions,
  name: N,
  input: InputOf<N>,
): Promise<ResultOf<N>> {
  return withDesk(options, (desk) => desk.ask(name, input));
}

function deskBy(run: (name: string, input: unknown) => Promise<unknown>): Desk {
  return { ask: (name, input) => run(name, input).then((answer) => resultOf(name, answer)) };
}

function resultOf<N extends CommandName>(name: N, answer: unknown): ResultOf<N> {
  if (isAnswer(name, answer)) return answer.result;
  throw new Error('this is no answer of a desk');
}

/** Desk and command have the same release and table of commands: its answer has the type in the table. */
function isAnswer<N extends CommandName>(_name: N, answer: unknown): answer is { result: ResultOf<N> } {
  return typeof answer === 'object' && answer !== null && 'result' in answer;
}
