import { eventually, type PrivateBroker } from '@hub/testing';
import type { Stage } from './run-outage';

/** New members have what they missed, and leaders are found, within seconds; on a busy machine, within minutes. */
export const SOON = { timeoutMs: 180_000, everyMs: 500 };

/** A node of the broker. */
export interface BrokerNode {
  name: string;
  broker: PrivateBroker;
}

/** The one that is there before the others. */
export const FIRST = 'hub@localhost';
const NODES = 3;

/** The nodes that the hub's broker got besides its first, and where its address leads. */
export class BrokerNodes {
  /** Nodes that ended on their own and were started again, as a supervisor of their machines does. */
  restarts = 0;
  private leadsTo: BrokerNode | null = null;

  private constructor(
    private readonly stage: Stage,
    readonly second: BrokerNode,
    readonly third: BrokerNode,
  ) {}

  /** The hub's broker gets two more nodes, and every queue a copy on each. */
  static async growToThree(stage: Stage): Promise<BrokerNodes> {
    const { hub, closeLater } = stage;
    const join = async (name: string): Promise<BrokerNode> => {
      const { broker } = await hub.broker.startMember(name);
      closeLater(() => broker.close());
      await eventually(() => hub.broker.queues('grow', name, 'all'), SOON);
      return { name, broker };
    };
    const nodes = new BrokerNodes(stage, await join('hub-2@localhost'), await join('hub-3@localhost'));
    // Rejects as long as a queue would be lost with the first node.
    await eventually(() => hub.broker.queues('check_if_node_is_quorum_critical'), SOON);
    return nodes;
  }

  /** Clients of the broker lose their connections, and find this node from now on. */
  lead(to: BrokerNode): void {
    this.leadsTo = to;
    this.stage.hub.brokerWire.cut();
    this.stage.hub.brokerWire.repair(to.broker.url);
  }

  /**
   * Resolves once every queue is led by one of these nodes.
   * @returns how many queues there are
   */
  untilLedBy(names: readonly string[]): Promise<number> {
    return this.until(async (node) => {
      const leaders = await listQueues(node, 'leader');
      const without = leaders.filter((leader) => !names.includes(leader));
      if (leaders.length === 0 || without.length > 0)
        throw new Error(`${without.length} of ${leaders.length} queues have no leader`);
      return leaders.length;
    });
  }

  /** Resolves once every replicated queue has all its members; the queues of forecasts are on one node. */
  async untilEveryMemberIsBack(): Promise<void> {
    await this.until(async (node) => {
      const replicated = (await listQueues(node, 'type', 'online')).filter((row) => row.startsWith('quorum'));
      const short = replicated.filter((row) => row.split('@').length <= NODES);
      if (replicated.length === 0 || short.length > 0)
        throw new Error(`${short.length} of ${replicated.length} queues lack a member`);
    });
  }

  /** Asks the node that the address leads to again and again: after nodes were parted, or came back, it may be busy. */
  private until<T>(look: (broker: PrivateBroker) => Promise<T>): Promise<T> {
    return eventually(async () => {
      for (const node of [this.second, this.third])
        if (!(await node.broker.runs())) await this.startAgain(node);
      return look((this.leadsTo ?? this.third).broker);
    }, SOON);
  }

  private async startAgain(node: BrokerNode): Promise<void> {
    this.stage.say(`${node.name} has ended by itself, and is started again`);
    this.restarts += 1;
    await node.broker.startAgain();
    if (this.leadsTo === node) this.lead(node);
  }
}

async function listQueues(broker: PrivateBroker, ...columns: string[]): Promise<string[]> {
  const printed = await broker.control('list_queues', '--vhost', 'private', ...columns, '--no-table-headers');
  return printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
