import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { note, printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import { isoMoment, MOMENT } from '../read-moment';
import { looking, type LookOptions } from './desk-options';
import type { CommandName } from '@hub/desk/commands';
import { LIST_OPTIONS } from './list-options';
import { watching } from './watch';
import { ask } from './with-desk';

/** What a list is asked for. */
export interface ListInput extends Record<string, unknown> {
  limit: number;
  after: string | undefined;
}

interface ListCommand {
  list: keyof typeof LIST_OPTIONS;
  /** Asks for what `--json` prints, if that is not the answer as it is. */
  json?: (options: LookOptions, input: ListInput) => Promise<unknown>;
  /** Another list until one of these filters is given. */
  until?: { given: readonly string[] } & Pick<ListCommand, 'list'>;
}

type Options = LookOptions & Record<string, string | boolean | undefined>;

/** The filters and sortings of a list, for its help. */
interface ListOptions {
  command: { name: CommandName; says?: string; argument?: string } | null;
  filters: readonly { name: string; kind: keyof typeof VALUES; says: string }[];
  sorts: readonly (readonly [value: string, says: string])[];
}

const [FEW, MANY] = ['50', '1000'];
const VALUES = {
  text: 'text',
  choice: 'name',
  shop: 'slug',
  moment: 'time',
  day: 'day',
  month: 'month',
} as const;

/** Adds the lists of a group of commands that it does not add itself. */
export function addListsOf(group: Command): void {
  for (const list of Object.keys(LIST_OPTIONS).filter(isList)) {
    const { command }: ListOptions = LIST_OPTIONS[list];
    const [subject, word = ''] = command?.name.split('.') ?? [];
    if (command?.says === undefined || subject !== group.name()) continue;
    if (!group.commands.some((one) => one.name() === word)) addList(group.command(word), { list });
  }
}

const isList = (path: string): path is keyof typeof LIST_OPTIONS => path in LIST_OPTIONS;

/** Gives a command the options, the table and the JSON of a list. */
export function addList(command: Command, of: ListCommand): void {
  const list: ListOptions = LIST_OPTIONS[of.list];
  const argument = list.command?.argument?.slice(1, -1);
  if (command.description() === '') command.description(list.command?.says ?? '');
  looking(command);
  for (const { name, kind, says } of list.filters) {
    const help = kind === 'moment' ? `${says}: ${MOMENT}` : says;
    if (name === argument)
      command.argument(list.command?.argument?.replace(name, VALUES[kind]) ?? name, help);
    else command.option(`--${name} <${VALUES[kind]}>`, help);
  }
  const sorts = list.sorts.filter(([sort]) => sort !== 'oldest');
  if (sorts.length < list.sorts.length) command.option('--oldest', 'the oldest first');
  if (sorts.length > 0)
    command.option('--sort <name>', sorts.map(([sort, says]) => `${sort}: ${says}`).join('; '));
  command
    .option('--limit <count>', `how many at most (default: ${FEW}; ${MANY} with --json)`)
    .option('--after <place>', 'goes on where an earlier part ended')
    .action((named: unknown) => {
      const options = command.opts<Options>();
      return watching(options, () => show(of, options, argument === undefined ? {} : { [argument]: named }));
    });
}

async function show(of: ListCommand, options: Options, given: Record<string, unknown>): Promise<void> {
  const { list, until, json = jsonOf(list) } = of;
  if (until?.given.every((name) => options[name] === undefined)) {
    refuseOthers(until, LIST_OPTIONS[list], options);
    return show(until, options, {});
  }
  const { after } = options;
  const limit = readLimit(String(options['limit'] ?? (options.json ? MANY : FEW)));
  const filter = { ...filterOf(LIST_OPTIONS[list], options), ...given };
  const place = typeof after === 'string' ? after : undefined;
  if (options.json) return printJson(await json(options, { ...filter, limit, after: place }));
  const found = await ask(options, 'list.table', { list, filter, limit, after: place });
  printTable(
    found.columns.map((name) => name.toLowerCase()),
    found.rows,
  );
  if (found.looked_until) note(`looked as far as ${found.looked_until}`);
  if (found.next) note(`there are more: --limit, or --after ${found.next}`);
}

function jsonOf(list: keyof typeof LIST_OPTIONS): NonNullable<ListCommand['json']> {
  const { command }: ListOptions = LIST_OPTIONS[list];
  if (command === null) throw new Error(`${list} has no command`);
  return (options, input) => ask(options, command.name, input);
}

/** Filters of the one list that the other does not have. */
function refuseOthers({ list, given }: NonNullable<ListCommand['until']>, of: ListOptions, options: Options) {
  const { filters }: ListOptions = LIST_OPTIONS[list];
  const idle = of.filters.filter(
    ({ name }) => options[name] !== undefined && !filters.some((one) => one.name === name),
  );
  if (idle.length === 0) return;
  const named = given.map((name) => `--${name}`).join(' or ');
  throw new CommandFailure(
    idle.map(({ name }) => `--${name}: only with ${named}`),
    2,
  );
}

function filterOf(list: ListOptions, options: Options): Record<string, unknown> {
  const asked = list.filters.map(({ name, kind }) => {
    const value = options[name];
    const isMoment = kind === 'moment' && typeof value === 'string';
    return [name, isMoment ? isoMoment(`--${name}`, value) : value];
  });
  const { oldest, sort, mine, before, sure } = options;
  return { ...Object.fromEntries(asked), oldest, sort, mine, before, sure };
}
