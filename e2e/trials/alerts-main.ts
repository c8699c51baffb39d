import { parseArgs } from 'node:util';
import { ALERTS } from '@hub/observability';
import { FAULTS_IN_TIME } from '../alerts/faults-in-time';
import { FAULTS_OF_COMPONENTS } from '../alerts/faults-of-components';
import { FAULTS_OF_WORK } from '../alerts/faults-of-work';
import { watchFault, watchSilence } from '../alerts/watch-fault';
import { openWatchedHub } from '../alerts/watched-hub';

const FAULTS = [...FAULTS_OF_COMPONENTS, ...FAULTS_OF_WORK, ...FAULTS_IN_TIME];

/**
 * `npm run trial:alerts [-- --only <words of faults, with commas between>]`: exit 1 where an alert is missing, or fires without a reason. A fault that
 * did not go as expected is tried again, and the output says so: times are short here, and a busy machine breaks promises
 * without a fault.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const only = values.only.split(',');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const hub = await openWatchedHub();
  const seen = new Set<string>();
  let failures = 0;
  try {
    for (const fault of FAULTS.filter(({ name }) => only.some((words) => name.includes(words)))) {
      let { fired, faults } = await watchFault(hub, fault);
      if (faults.length > 0) {
        say(`again ${fault.name}: ${faults.join('; ')}`);
        ({ fired, faults } = await watchFault(hub, fault));
      }
      for (const name of fired.keys()) seen.add(name);
      failures += faults.length;
      const alerts = [...fired].map(([name, seconds]) => `${name} after ${seconds.toFixed(1)} s`);
      say(`${faults.length === 0 ? 'ok   ' : 'FAULT'} ${fault.name}: ${alerts.join(', ')}`);
      for (const one of faults) say(`      ${one}`);
    }
    const silence = await watchSilence(hub);
    failures += silence.length;
    say(
      `${silence.length === 0 ? 'ok   ' : 'FAULT'} Prometheus is gone: the watchdog falls silent ${silence.join('; ')}`,
    );
  } finally {
    await hub.close();
  }
  const unseen = ALERTS.filter(({ name }) => !seen.has(name)).map(({ name }) => name);
  say(
    `${ALERTS.length - unseen.length} of ${ALERTS.length} alerts seen to fire; not seen: ${unseen.join(', ')}`,
  );
  return failures === 0 ? 0 : 1;
}

// Broken off: what was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
