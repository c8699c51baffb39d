import { eventually, type PrivateBroker } from '@hub/testing';
import { SOON } from './broker-nodes';

/** A node that sees no majority stops its work rather than go on alone. */
export async function pauseMinorities(brokers: readonly PrivateBroker[]): Promise<void> {
  for (const broker of brokers)
    await broker.control('eval', 'application:set_env(rabbit, cluster_partition_handling, pause_minority).');
}

/**
 * Partitions a node from the others, as a network would: they lose their connections, and every new one is refused, because the node
 * expects another secret of them. The loss is noticed at once, and all connections are lost together: a node that another
 * still sees would make that one pause too.
 * Resolves once the node has paused.
 */
export async function part(broker: PrivateBroker, others: readonly string[]): Promise<void> {
  await broker.control(
    'eval',
    `Others = ${atoms(others)}, [erlang:set_cookie(N, parted) || N <- Others], [erlang:disconnect_node(N) || N <- Others].`,
  );
  // Rejects as long as it runs.
  await eventually(async () => {
    if (await runs(broker)) throw new Error('the parted node goes on by itself');
  }, SOON);
}

/** The node sees the others again, and rejoins them. */
export async function heal(broker: PrivateBroker, others: readonly string[]): Promise<void> {
  await broker.control('eval', `[erlang:set_cookie(N, erlang:get_cookie()) || N <- ${atoms(others)}].`);
}

async function runs(broker: PrivateBroker): Promise<boolean> {
  return (await broker.control('eval', 'rabbit:is_running().')).trim() === 'true';
}

/** Names of nodes as Erlang writes a list of them. */
const atoms = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;
