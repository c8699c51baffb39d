import { BrokerNodes, FIRST } from './broker-nodes';
import { judgeRecoveries, type Recovery } from './judge-failover';
import { heal, part, pauseMinorities } from './part-nodes';
import type { Outage, Stage } from './run-outage';

const TRADED_MS = 10_000;

/** Three nodes hold every queue. The leader of all is killed under load and comes back. Then another is partitioned from the rest. */
export const CLUSTER: Outage = {
  description:
    'a broker of three nodes: the one that leads every queue is killed, another is parted; both come back',
  strike: async (stage) => {
    const { hub, say, lasts, door } = stage;
    const recoveries: Recovery[] = [];
    const nodes = await BrokerNodes.growToThree(stage);
    say('three nodes hold every queue, and the first leads them all');
    await lasts(TRADED_MS);
    door.measure();
    const killed = await killFirst(stage, nodes);
    await lasts(TRADED_MS);
    await hub.broker.startAgain();
    await nodes.untilEveryMemberIsBack();
    say('it is back, and a member of every queue again');
    await lasts(TRADED_MS);
    recoveries.push({ fault: "the broker's first node killed", pauseMs: door.measure() });
    const partedAfterMs = await partSecond(stage, nodes);
    await lasts(TRADED_MS);
    await heal(nodes.second.broker, [FIRST, nodes.third.name]);
    await nodes.untilEveryMemberIsBack();
    say('they are joined: the second is back, and a member of every queue again');
    await lasts(TRADED_MS);
    recoveries.push({ fault: "the broker's second node parted", pauseMs: door.measure() });
    const { figures, faults } = judgeRecoveries(recoveries);
    return {
      faults,
      figures: {
        ...figures,
        'queues that changed their leader when the first was killed': killed.queues,
        'milliseconds from the kill until each was seen to have one': killed.ledAfterMs,
        'milliseconds from the parting until the address led to the third': partedAfterMs,
        'nodes that ended by themselves, and were started again': nodes.restarts,
      },
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

async function killFirst({ hub, say }: Stage, nodes: BrokerNodes) {
  const { second, third } = nodes;
  const killedAt = Date.now();
  await hub.broker.kill();
  nodes.lead(second);
  const queues = await nodes.untilLedBy([second.name, third.name]);
  const ledAfterMs = Date.now() - killedAt;
  say(`the first was killed: its ${queues} queues are led by the others`);
  return { queues, ledAfterMs };
}

/** The second is where the address leads to. @returns milliseconds until it led to the third */
async function partSecond({ hub, say }: Stage, nodes: BrokerNodes): Promise<number> {
  const { second, third } = nodes;
  await pauseMinorities([hub.broker, second.broker, third.broker]);
  const partedAt = Date.now();
  await part(second.broker, [FIRST, third.name]);
  nodes.lead(third);
  const partedAfterMs = Date.now() - partedAt;
  const queues = await nodes.untilLedBy([FIRST, third.name]);
  say(`the second is parted from the rest and has paused: ${queues} queues are led by the others`);
  return partedAfterMs;
}
