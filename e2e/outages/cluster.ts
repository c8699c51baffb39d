import { setTimeout as wait } from 'node:timers/promises';
import { eventually, type PrivateBroker } from '@hub/testing';
import type { Outage, Stage } from './run-outage';

const OTHERS = ['hub-2@localhost', 'hub-3@localhost'];
const TRADED_MS = 10_000;
/** New members have what they missed, and leaders are found, within seconds. */
const SOON = { timeoutMs: 60_000, everyMs: 500 };

/** Three nodes hold every queue; the one that leads them all dies under load. */
export const CLUSTER: Outage = {
  description: 'a broker of three nodes: the one that leads every queue is killed',
  strike: async (stage) => {
    const { hub, say } = stage;
    const { broker, url } = await growToThree(stage);
    say('three nodes hold every queue, and the first leads them all');
    await wait(TRADED_MS);
    const killedAt = Date.now();
    await hub.broker.kill();
    hub.brokerWire.cut();
    hub.brokerWire.mend(url);
    const queues = await eventually(() => ledByOthers(broker), SOON);
    const ledAfterMs = Date.now() - killedAt;
    say(`the first was killed: its ${queues} queues are led by the others`);
    await wait(TRADED_MS);
    return {
      figures: {
        'queues that changed their leader': queues,
        'milliseconds from the kill until each was seen to have one': ledAfterMs,
      },
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

/** @returns the second node */
async function growToThree({ hub, closeLater }: Stage): Promise<{ broker: PrivateBroker; url: string }> {
  const [second, third] = OTHERS;
  const join = async (node = ''): Promise<{ broker: PrivateBroker; url: string }> => {
    const started = await hub.broker.startMember(node);
    closeLater(() => started.broker.close());
    await hub.broker.queues('grow', node, 'all');
    return started;
  };
  const joined = await join(second);
  await join(third);
  // Rejects as long as a queue would be lost with the first node.
  await eventually(() => hub.broker.queues('check_if_node_is_quorum_critical'), SOON);
  return joined;
}

/** @returns how many queues there are; rejects as long as one has no leader that lives */
async function ledByOthers(broker: PrivateBroker): Promise<number> {
  const printed = await broker.control('list_queues', '--vhost', 'private', 'leader', '--no-table-headers');
  const leaders = printed.split('\n').filter((line) => line.trim() !== '');
  const without = leaders.filter((leader) => !OTHERS.includes(leader.trim()));
  if (leaders.length === 0 || without.length > 0) throw new Error(`${without.length} queues have no leader`);
  return leaders.length;
}
