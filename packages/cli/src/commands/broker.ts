import type { Command } from 'commander';
import { applyBroker, managementOf } from '../broker/apply-broker';
import { describeStep, planBroker, type BrokerStep } from '../broker/plan-broker';
import { readBrokerConfig } from '../config';
import { note, print, printJson } from '../output';

/** Something is to be done. */
const TO_DO = 3;

/** `hub broker …`: limits and arguments of queues. */
export function addBrokerCommand(program: Command): void {
  const broker = program
    .command('broker')
    .description('limits of queues at the broker, as this release wants them (needs BROKER_ADMIN_URL)');
  broker
    .command('plan')
    .description('what differs; changes nothing')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit 0: nothing differs, 3: `broker apply` has something to do.')
    .action(async (options: { json?: boolean }) => {
      const steps = planBroker(await managementOf(readBrokerConfig()).facts());
      say(steps, options.json, 'nothing differs');
      if (steps.length > 0) process.exitCode = TO_DO;
    });
  broker
    .command('apply')
    .description('sets the policies; replaces queues with other arguments, without losing a message')
    .option('--json', 'what was to be done, as JSON')
    .addHelpText(
      'after',
      '\nPolicies are set while all runs. A queue is replaced only while no service is connected, and none is\n' +
        'let in meanwhile. Broken off, it is simply run again.',
    )
    .action(async (options: { json?: boolean }) => {
      const steps = await applyBroker(readBrokerConfig(), (messages) => note(`${messages} messages moved`));
      say(steps, options.json, 'nothing differed');
      if (steps.some(({ kind }) => kind === 'overruled')) process.exitCode = TO_DO;
    });
}

function say(steps: readonly BrokerStep[], asJson: boolean | undefined, nothing: string): void {
  if (asJson) printJson(steps);
  else if (steps.length === 0) print(nothing);
  else for (const step of steps) print(describeStep(step));
}
