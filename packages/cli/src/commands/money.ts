import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { ask } from '../desk/with-desk';

/** `hub money …`: what shops owe one another (D24), as lists. */
export function addMoneyCommand(program: Command): void {
  const money = program.command('money').description('what shops owe one another');
  addList(money.command('pairs').description('what each shop owes each other one in a month'), {
    list: '/money',
    json: (options, input) => ask(options, 'money.pairs', input),
  });
  addList(money.command('lines').description('the lines of a shop that settled in a period'), {
    list: '/money/lines',
    argument: '<shop>',
    json: (options, input) => ask(options, 'money.lines', input),
  });
  addList(money.command('returns').description('the returned orders of a shop in a period, each once'), {
    list: '/money/returns',
    argument: '<shop>',
    json: (options, input) => ask(options, 'money.returns', input),
  });
}
