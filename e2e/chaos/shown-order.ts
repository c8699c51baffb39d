import { z } from 'zod';
import type { HubInUse } from './hub';

const ShownOrder = z.object({
  state: z.string(),
  lines: z.array(
    z.object({
      line_item_id: z.string(),
      state: z.string(),
      waiting_reason: z.string().nullable(),
      excluded_shops: z.array(z.unknown()),
    }),
  ),
  shipping_orders: z.array(
    z.object({
      shop: z.string(),
      external_ref: z.string(),
      state: z.string(),
      last_failure: z.string().nullable(),
    }),
  ),
});
/** What `hub order show --json` says of an order, as far as it matters here. */
export type ShownOrder = z.output<typeof ShownOrder>;

/** Null where the hub has no such order, or cannot be asked now. */
export async function readOrder(
  hub: HubInUse,
  of: { shop: string; orderId: string },
): Promise<ShownOrder | null> {
  const { exitCode, stdout } = await hub.command(['order', 'show', of.orderId, '--shop', of.shop, '--json']);
  return exitCode === 0 ? ShownOrder.parse(JSON.parse(stdout)) : null;
}

const Unplaced = z.array(
  z.object({ shop: z.string(), order_id: z.string().nullable(), situation: z.string() }),
);

/** Orders that are held, as `hub order unplaced --json` lists them; none where the hub cannot be asked now. */
export async function readHeldOrders(hub: HubInUse): Promise<{ shop: string; order_id: string }[]> {
  const { exitCode, stdout } = await hub.command(['order', 'unplaced', '--limit', '1000', '--json']);
  const listed = exitCode === 0 ? Unplaced.parse(JSON.parse(stdout)) : [];
  return listed.flatMap(({ shop, order_id, situation }) =>
    situation === 'order_held' && order_id !== null ? [{ shop, order_id }] : [],
  );
}

const DeadLetters = z.array(z.object({ type: z.string(), reason: z.string(), state: z.string() }));

/** Every message that failed since the run began. Throws where the hub cannot be asked. */
export async function readDeadLetters(hub: HubInUse): Promise<z.output<typeof DeadLetters>> {
  const { stdout } = await hub.command(['dead', 'list', '--limit', '10000', '--json']);
  return DeadLetters.parse(JSON.parse(stdout));
}
