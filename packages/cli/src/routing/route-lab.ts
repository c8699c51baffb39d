import type { Command } from 'commander';
import { acting, noted, type ActOptions, type NotedOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { act, ask } from '../desk/with-desk';
import { isoMoment, MOMENT } from '../read-moment';
import { criteriaOf, type CriteriaOptions } from './criteria-of';

/** `hub route lab start|stop`: the stored decisions of a period under another policy (D19). */
export function addLabCommand(route: Command): void {
  const lab = route.command('lab').description('the stored decisions of a period under another policy');
  noted(lab.command('start').description('begins a run; the desk shows its progress and its results'))
    .argument('<name>', 'of the policy: letters, digits and hyphens')
    .option('--policy <file>', 'YAML or JSON: its criteria in their order, and the same name as its version')
    .option('--band-km <km>', 'instead of a file: the built-in criteria with bands of so many kilometres')
    .option('--against <file>', 'the policy that it is compared with, instead of what was decided')
    .requiredOption('--from <time>', `decisions made from then on: ${MOMENT}`)
    .requiredOption('--before <time>', 'decisions made before then, at least 30 seconds ago')
    .action(start);
  acting(lab.command('stop').description('ends a run before the end of its period; its results stay'))
    .argument('<run>', 'its id, as start printed it')
    .action(stop);
}

interface StartOptions extends NotedOptions, CriteriaOptions {
  against?: string;
  from: string;
  before: string;
}

async function start(name: string, options: StartOptions): Promise<void> {
  const { note, against } = options;
  const from = isoMoment('--from', options.from);
  const before = isoMoment('--before', options.before);
  const criteria = await criteriaOf(name, options);
  const { readCriteria } = await import('../routing/read-policy.js');
  const compared = against === undefined ? {} : { against: readCriteria(against) };
  const asked = { name, ...criteria, ...compared, from, before, note };
  const { id } = await ask(options, 'route.start-lab', asked);
  sayDone(options, { id }, `run ${id} is started; the desk shows it at /routing/lab/${id}`);
}

async function stop(run: string, options: ActOptions): Promise<void> {
  await act(options, 'route.stop-lab', { run });
}
