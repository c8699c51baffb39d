import { POLICY_LABELS } from '@hub/desk/words';
import type { Command } from 'commander';
import { acting, looking, type ActOptions, type LookOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { print, printJson, printTable } from '../output';
import { isoMoment } from '../read-moment';
import { criteriaOf, type CriteriaOptions } from './criteria-of';
import { writtenCriteria } from './written-criteria';

/** `hub route policy list|adopt|withdraw`: how shops are chosen, from when (D19). */
export function addPolicyCommand(route: Command): void {
  const policy = route.command('policy').description('by what shops are chosen, and from when on');
  looking(policy.command('list').description('the policy in force, and every one that was adopted')).action(
    (options: LookOptions) => watching(options, () => list(options)),
  );
  acting(policy.command('adopt').description('has shops chosen by another policy from a moment on'))
    .argument('<name>', 'letters, digits and hyphens; it stands in each decision')
    .option('--policy <file>', 'YAML or JSON: its criteria in their order, and the same name as its version')
    .option('--band-km <km>', 'instead of a file: the built-in criteria with bands of so many kilometres')
    .requiredOption(
      '--from <time>',
      'from when on, at least five seconds ahead, such as 2027-01-01T00:00:00Z',
    )
    .option('--note <text>', 'why, for the record; no personal data')
    .action(adopt);
  acting(policy.command('withdraw').description('takes back what was adopted, before it holds'))
    .argument('<name>')
    .option('--note <text>', 'why, for the record; no personal data')
    .action(withdraw);
}

async function list(options: LookOptions): Promise<void> {
  const policies = await ask(options, 'route.policies', {});
  if (options.json) return printJson(policies);
  const { in_force: inForce, adopted } = policies;
  print(`in force: ${inForce.version}: ${writtenCriteria(inForce.criteria)}`);
  if (adopted.length === 0) return print('no other policy was ever adopted');
  printTable(
    ['policy', 'criteria', 'from', 'state', 'adopted by', 'note'],
    adopted.map((one) => [
      one.name,
      writtenCriteria(one.criteria),
      one.valid_from ?? '',
      POLICY_LABELS[one.state],
      one.adopted_by,
      one.note ?? '',
    ]),
  );
}

interface AdoptOptions extends ActOptions, CriteriaOptions {
  from: string;
  note?: string;
}

async function adopt(name: string, options: AdoptOptions): Promise<void> {
  const valid_from = isoMoment('--from', options.from);
  const criteria = await criteriaOf(name, options);
  const { note } = options;
  const adopted = await ask(options, 'route.adopt-policy', { name, ...criteria, valid_from, note });
  const held = `${name} holds from ${adopted.valid_from} on`;
  sayDone(options, adopted, `${held}; withdraw it before then with hub route policy withdraw`);
}

async function withdraw(name: string, options: ActOptions & { note?: string }): Promise<void> {
  const end = await ask(options, 'route.withdraw-policy', { name, note: options.note });
  sayDone(options, end, `${name} is withdrawn`);
}
