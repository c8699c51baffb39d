import { readBrokerConfig } from '../config';
import { counted } from '../counted';
import { note, print, printJson } from '../output';
import { applyBroker, planAt } from './apply-broker';
import { describeStep, type BrokerStep } from './plan-broker';

/** Changes are needed. */
const TO_DO = 3;

/** `hub broker plan`: lists differences; changes nothing. */
export async function plan(options: { json?: boolean }): Promise<void> {
  const { steps } = await planAt(readBrokerConfig());
  say(steps, options.json, 'nothing differs');
  if (steps.length > 0) process.exitCode = TO_DO;
}

/** `hub broker apply`: policies and queues as this release needs them. */
export async function apply(options: { json?: boolean }): Promise<void> {
  const steps = await applyBroker(readBrokerConfig(), (messages) =>
    note(`${counted(messages, 'message')} moved`),
  );
  say(steps, options.json, 'nothing differed');
  if (steps.some(({ kind }) => kind === 'overruled')) process.exitCode = TO_DO;
}

function say(steps: readonly BrokerStep[], asJson: boolean | undefined, nothing: string): void {
  if (asJson) printJson(steps);
  else if (steps.length === 0) print(nothing);
  else for (const step of steps) print(describeStep(step));
}
