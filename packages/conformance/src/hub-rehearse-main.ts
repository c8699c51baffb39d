#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { visibleText } from '@hub/contract';
import { CommanderError } from 'commander';
import { readEventsAddress, readTarget, UsageError } from './command/read-target';
import { type CommandOptions, rehearseCommand } from './command/rehearse-command';
import type { RehearsalRecord } from './record';
import { rehearse } from './rehearse';
import { junitReport } from './report/junit';
import { longestDuration } from './longest-duration';
import { openStoreSide } from './store-people/open-store-side';
import { terminalOf } from './store-people/terminal';
import { terminalReporter } from './report/terminal';

const USAGE = 2;
const INCOMPLETE = 3;

async function main(): Promise<void> {
  const command = rehearseCommand().exitOverride().parse();
  const given = command.opts<CommandOptions>();
  const [root = ''] = command.args;
  const target = readTarget(root, given, process.env);
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt);
  const signal = AbortSignal.any([interrupted.signal, longestDuration(given.longestMinutes)]);
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const storeSide = await openStoreSide({
    events: readEventsAddress(given),
    people: given.simulate
      ? { kind: 'simulator', controlUrl: given.simulate.href }
      : { kind: 'asked', openPrompter: () => terminalOf(process.stdin, process.stdout, interrupt) },
    secrets: target.signingSecrets,
    hubNetworkLocationId: target.hubNetworkLocationId,
    waitMs: given.waitMinutes * 60_000,
    signal,
    write,
  });
  const { people, inbox } = storeSide;
  const record = await rehearse({
    target,
    ...(given.step && { steps: given.step }),
    only: given.check,
    people,
    inbox,
    onProgress: terminalReporter(write, process.stdout.isTTY),
    signal,
  });
  const failed = record.checks.find(({ result }) => result === 'failed');
  if (failed) write(`Play one alone, while it is put right: --check ${failed.id}`);
  await storeSide.close();
  if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(record, null, 2)}\n`);
  if (given.junit !== undefined) writeFileSync(given.junit, junitReport(record));
  process.exitCode = exitCode(record);
}

function exitCode({ checks }: RehearsalRecord): number {
  if (checks.some(({ result }) => result === 'failed')) return 1;
  return checks.some(({ result }) => result === 'not_run') ? INCOMPLETE : 0;
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    return;
  }
  const faults = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${faults.split('\n').map(visibleText).join('\n')}\n`);
  process.exitCode = error instanceof UsageError ? USAGE : 1;
});
