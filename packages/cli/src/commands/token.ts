import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { ask } from '../desk/with-desk';

/** `hub token list`: whose tokens of this command are valid. They are issued and revoked at the desk, on the page Tokens. */
export function addTokenCommand(program: Command): void {
  const token = program.command('token').description('tokens of this command, as the desk issued them');
  addList(token.command('list').description('those that are valid: your own, and to a lead everyone’s'), {
    list: '/tokens',
    json: (options, input) => ask(options, 'token.list', input),
  });
}
