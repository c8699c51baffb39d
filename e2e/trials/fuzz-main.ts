import { parseArgs } from 'node:util';
import { freePort, SERVICES } from '@hub/cli';
import { openWorld } from '../test/support/open-world';
import { heapOfProduction } from './hostile/memory-watch';
import { runHostile } from './hostile/run-hostile';
import { holdBodiesOpen, runFuzz } from './run-fuzz';

const BODIES = 1_500;
const BODIES_MIB = 350;

/**
 * `npm run fuzz [-- --requests <n> --seed <n> --seconds <n>]`: hostile requests at the ingress of a whole system, then
 * stores that answer hostile things while ingress, desk and door are hammered; exit 1 where one of its promises broke.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '120' },
    },
  });
  const requests = Number(values.requests);
  const doorPort = await freePort();
  const env = { LOG_LEVEL: 'warn', DOOR_URL: `http://127.0.0.1:${doorPort}`, ...heapOfProduction() };
  const world = await openWorld({ env });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const pids = () => SERVICES.map((service) => world.services.pidOf(service));
    const before = pids();
    const [port, pid] = [world.ingressPort, world.services.pidOf('ingress') ?? 0];
    const target = {
      slug: 'near',
      secret: world.shops.near.signingSecret,
      variantId: world.shops.near.variantId,
    };
    const { statuses, faults, peakMiB } = await runFuzz({
      port,
      pid,
      target,
      requests,
      seed: Number(values.seed),
      onProgress: (done) => say(`${done} of ${requests}`),
    });
    const bodiesMiB = await holdBodiesOpen(port, pid, BODIES);
    if (bodiesMiB >= BODIES_MIB) faults.push(`${BODIES} open bodies: ${bodiesMiB} MiB`);
    if (pids().some((now, index) => now !== before[index])) faults.push('a service ended');
    say(`answers by status: ${JSON.stringify(statuses)}`);
    say(`peak memory of the ingress: ${peakMiB} MiB; with ${BODIES} bodies held open ${bodiesMiB} MiB`);
    const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
    const hostile = await runHostile(world, { seed, seconds, atOnce: 60, doorPort });
    faults.push(...hostile.faults);
    say(`hostile answers of stores: ${JSON.stringify(hostile.given)}`);
    say(`answers meanwhile: ${JSON.stringify(hostile.statuses)}`);
    say(`peak memory in MiB: ${JSON.stringify(hostile.peaksMiB)}`);
    say(`an honest shop's order was placed within ${hostile.longestMs} ms`);
    for (const fault of faults) say(`FAULT  ${fault}`);
    say(faults.length === 0 ? 'every promise kept' : `broken; again with --seed ${values.seed}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
