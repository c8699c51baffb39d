import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { ask } from '../desk/with-desk';

/** `hub call list`: calls to stores and what became of them. */
export function addCallCommand(program: Command): void {
  const call = program.command('call').description('calls to stores');
  addList(call.command('list'), {
    list: '/calls',
    json: async (options, input) => (await ask(options, 'call.list', input)).calls,
  });
}
