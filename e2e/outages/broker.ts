import type { ServiceName } from '@hub/cli';
import { eventually } from '@hub/testing';
import type { Hub } from '../chaos/hub';
import { countMessages, withFilledQueues } from './fill-queues';
import type { Outage } from './run-outage';

/** The services that are paused while the others send: commands of either half are lost once. */
const ROUNDS: readonly (readonly ServiceName[])[] = [
  ['routing', 'returns'],
  ['inventory', 'fulfilment', 'cancellation'],
  ['routing', 'inventory', 'fulfilment', 'cancellation', 'returns'],
];
const TRADED_MS = 10_000;
const APPLIED_WITHIN = { timeoutMs: 60_000, everyMs: 500 };

/** The broker is lost with all that lay in its queues, or goes back to what it had before. */
export const BROKER: Outage = {
  description: 'the broker loses every message, several times; then it has again what it had before',
  strike: async ({ hub, say, small, lasts }) => {
    let lost = 0;
    for (const still of small ? ROUNDS.slice(-1) : ROUNDS) {
      lost += await withFilledQueues(hub, still, async () => {
        const messages = await countMessages(hub);
        await loseAll(hub);
        await redeclare(hub);
        return messages;
      });
      say(`an empty broker takes the place of the one that is lost: ${lost} messages so far`);
      await lasts(TRADED_MS);
    }
    const again = await withFilledQueues(hub, ROUNDS.flat(), () => keepMessages(hub));
    say(`${again} messages are kept, and go out`);
    await lasts(TRADED_MS);
    lost += await countMessages(hub);
    await loseAll(hub);
    say('the broker has again what was kept');
    return {
      figures: { 'messages that were lost': lost, 'messages that came again': again },
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

async function loseAll({ broker, brokerWire }: Hub): Promise<void> {
  await broker.lose();
  brokerWire.cut();
  brokerWire.repair((await broker.startAgain()) ?? undefined);
}

/** As docs/operators/runbooks/broker-away.md has it: services may not make the queues that an empty broker lacks. */
async function redeclare(hub: Hub): Promise<void> {
  // It takes connections a moment before it can be administered.
  await eventually(async () => {
    const { exitCode, stdout, stderr } = await hub.command(['broker', 'apply'], {
      BROKER_ADMIN_URL: hub.broker.adminUrl,
    });
    if (exitCode !== 0) throw new Error(`hub broker apply: ${stdout}${stderr}`);
  }, APPLIED_WITHIN);
}

/** @returns how many there were */
async function keepMessages(hub: Hub): Promise<number> {
  const { broker, brokerWire } = hub;
  const messages = await countMessages(hub);
  await broker.stop();
  brokerWire.cut();
  await broker.keep();
  brokerWire.repair((await broker.startAgain()) ?? undefined);
  return messages;
}
