import type { CommandName } from '@hub/desk/commands';
import { Option, type Command } from 'commander';
import { named } from './named-order';
import { ACTION_OPTIONS } from './action-options';
import { acting, type ActOptions } from './desk-options';
import { actAsGiven } from './with-desk';

/** What an action takes, for its help and its input. */
interface ActionOptions {
  command: CommandName;
  says: string;
  /** An order is named by any of its ids. */
  isOfOrder: boolean;
  note: 'none' | 'optional' | 'required';
  takes: readonly { field: string; flags: string; help: string; isRequired: boolean }[];
}

type Options = ActOptions & Record<string, string | boolean | undefined>;

/** Adds the actions of a group of commands that send what they are given. */
export function addActionsOf(group: Command): void {
  const actions: readonly ActionOptions[] = ACTION_OPTIONS;
  for (const one of actions) {
    const [subject, word = ''] = one.command.split('.');
    if (subject === group.name()) addAction(group.command(word).description(one.says), one);
  }
}

function addAction(command: Command, { command: name, says, isOfOrder, note, takes }: ActionOptions): void {
  if (isOfOrder) named(command, says);
  acting(command);
  const fields: string[] = isOfOrder ? ['order'] : [];
  const options: [field: string, option: string][] = isOfOrder ? [['shop', 'shop']] : [];
  const take = (field: string, option: Option) => {
    command.addOption(option);
    options.push([field, option.attributeName()]);
  };
  for (const { field, flags, help, isRequired } of takes)
    if (flags.startsWith('--')) take(field, new Option(flags, help).makeOptionMandatory(isRequired));
    else {
      command.argument(flags, help);
      fields.push(field);
    }
  if (note !== 'none') {
    const option = new Option('--note <text>', 'why, for the record; no personal data');
    take('note', option.makeOptionMandatory(note === 'required'));
  }
  command.action(() => {
    const given = command.opts<Options>();
    const input = [
      ...fields.map((field, index) => [field, command.args[index]] as const),
      ...options.map(([field, option]) => [field, given[option]] as const),
    ];
    return actAsGiven(given, name, Object.fromEntries(input));
  });
}
