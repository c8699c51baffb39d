import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { ask } from '../desk/with-desk';

/** `hub audit`: which agent did what, and viewed what personal data. */
export function addAuditCommand(program: Command): void {
  addList(
    program
      .command('audit')
      .description('who of support did what, and looked at what personal data, newest first')
      .option('--before <id>', 'only entries before this one'),
    { list: '/audit', json: (options, input) => ask(options, 'audit.list', input) },
  );
}
