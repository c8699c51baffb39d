import type { Command } from 'commander';
import { addList } from '../desk/add-list';

/** `hub audit`: which agent did what, and viewed what personal data. */
export function addAuditCommand(program: Command): void {
  addList(
    program
      .command('audit')
      .description('actions of support and views of personal data, the newest first')
      .option('--before <id>', 'only entries before this one'),
    { list: '/audit' },
  );
}
