import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  acting,
  looking,
  toDesk,
  type ActOptions,
  type DeskOptions,
  type LookOptions,
} from '../desk/desk-options';
import { addList } from '../desk/add-list';
import { isConfirmed } from '../desk/confirm';
import { sayDone } from '../desk/say-done';
import { watching } from '../desk/watch';
import { ask, type ResultOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { readText } from '../files';
import { note, print, printFile, printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import { counted } from '../counted';

type Decision = 'confirm' | 'refuse' | 'undo';
type Pair = ResultOf<'link.list'>[number];

const DECISIONS: Readonly<Record<Decision, { says: string; done: string; asks: string }>> = {
  confirm: { says: 'links variants that are the same article', done: 'linked', asks: 'Link' },
  refuse: { says: 'refuses proposals; they are not made again', done: 'refused', asks: 'Refuse' },
  undo: { says: 'undoes links, or refusals', done: 'undone', asks: 'Undo' },
};

/** `hub link list|show|confirm|refuse|undo|export|import`: variants that may be one article. */
export function addLinkCommand(program: Command): void {
  const link = program
    .command('link')
    .description('variants that may be the same article, decided by people');
  const list = link.command('list');
  addList(list.option(...SURE), {
    list: '/links/pairs',
    until: {
      given: ['shop', 'article'],
      list: '/links/waiting',
    },
  });
  looking(link.command('show').description('one, both variants side by side, and why'))
    .argument('<proposal>', 'its id')
    .action((id: string, options: LookOptions) => watching(options, () => show(id, options)));
  for (const decision of ['confirm', 'refuse', 'undo'] as const)
    acting(link.command(decision).description(DECISIONS[decision].says))
      .argument('<proposal...>', 'their ids')
      .option('--yes', 'more than one without being asked')
      .action((ids: string[], options: ActOptions & { yes?: boolean }) => decide(decision, ids, options));
  narrowed(toDesk(link.command('export').description('a CSV file to write decisions into')))
    .option('--out <file>', 'where to; without it, to standard output')
    .action(exportFile);
  acting(link.command('import').description('takes the decisions of a file: all of them, or none'))
    .argument('<file>', 'as export made it; confirm, refuse or undo in the column Decision')
    .action(importFile);
}

interface ListOptions extends DeskOptions {
  shop?: string;
  article?: string;
  sure?: string;
  state: string;
  limit?: string;
}

const SURE = ['--sure <how>', 'sure, likely or possible'] as const;

function narrowed(command: Command): Command {
  return command
    .option('--shop <slug>', 'of this shop')
    .option('--article <article>', 'that make or made a variant this article')
    .option(...SURE)
    .option('--state <state>', 'undecided, agreed, confirmed, refused, undone or all', 'undecided')
    .option('--limit <count>', 'how many at most (default: 10000)');
}

function askedOf({ shop, article, sure: confidence, state, limit }: ListOptions, usual: string) {
  return { shop, article, confidence, state, limit: readLimit(limit ?? usual) };
}

async function show(id: string, options: LookOptions): Promise<void> {
  const pair = await ask(options, 'link.show', { proposal: id });
  if (options.json) return printJson(pair);
  print(`${pair.state}, score ${pair.score.toFixed(2)} (${pair.confidence})`);
  if (pair.decided_by !== null) print(`decided by ${pair.decided_by} at ${pair.decided_at ?? ''}`);
  const [a, b] = pair.variants;
  const line = (
    name: string,
    of: (variant: Pair['variants'][number] | undefined) => string | null | undefined,
  ) => [name, of(a) ?? 'none', of(b) ?? 'none'];
  printTable(
    ['', a?.shop ?? '', b?.shop ?? ''],
    [
      line('title', (variant) => variant?.title),
      line('brand', (variant) => variant?.brand),
      line('variant', (variant) => variant?.variant_title),
      line('size', (variant) => variant?.size),
      line('barcode', (variant) => variant?.barcode),
    ],
  );
  for (const label of pair.pro) print(`for: ${label}`);
  for (const label of pair.contra) print(`against: ${label}`);
}

async function decide(
  decision: Decision,
  proposals: string[],
  options: ActOptions & { yes?: boolean },
): Promise<void> {
  const { asks, done } = DECISIONS[decision];
  const question = `${asks} ${proposals.length} pairs?`;
  if (!options.dryRun && !(await isConfirmed(proposals.length, { yes: options.yes, question })))
    throw new CommandFailure(['nothing is changed: more than one pair is decided with --yes']);
  const outcomes = await ask(options, 'link.decide', { decision, proposals });
  for (const { proposal, refusal } of outcomes) if (refusal !== null) note(`${proposal}: ${refusal}`);
  for (const { proposal, order_lines_that_stay: lines } of outcomes)
    if (lines > 0)
      note(`${proposal}: ${counted(lines, 'order line')} left with the other shop: look at each`);
  const count = outcomes.filter(({ refusal }) => refusal === null).length;
  sayDone(options, { outcomes }, `${count} of ${outcomes.length} ${done}`);
}

async function exportFile(options: ListOptions & { out?: string }): Promise<void> {
  const { pairs, csv } = await ask(options, 'link.export', askedOf(options, '10000'));
  if (options.out !== undefined) writeFileSync(options.out, csv);
  if (options.json) return printJson({ pairs, csv });
  if (options.out === undefined) printFile(csv);
  else note(`${pairs} pairs in ${options.out}`);
}

async function importFile(file: string, options: ActOptions): Promise<void> {
  const end = await ask(options, 'link.import', { csv: readText(file) });
  sayDone(options, end, `${counted(end.decisions, 'decision')} of ${file} taken`);
}
