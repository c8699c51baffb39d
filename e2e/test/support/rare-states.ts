import { randomUUID } from 'node:crypto';
import { systemClock } from '@hub/runtime';
import { adoptPolicy } from '@hub/desk/routing';
import { startLabRun } from '@hub/desk/routing/lab';
import { aConfirmation, aHold, aLinkProposal, aRehearsal } from '@hub/testing';
import type { Morning } from './desk-morning';
import type { World } from './open-world';

const DAY_MS = 86_400_000;

/**
 * Makes what nothing else in a morning does: an order that is held, a shop that is excluded, a catalogue that waits to be accepted,
 * calls that are held, a policy that is to come. Where no journey leads there, it is written as the service would.
 * @returns addresses of the pages that are about it
 */
export async function rareStates(world: World, morning: Morning): Promise<string[]> {
  return [
    ...(await ofOrders(world, morning)),
    ...(await ofRouting(world)),
    ...(await ofCatalogues(world)),
    ...(await ofGoingLive(world)),
    // The last: from then on nothing is sent to that shop.
    ...(await ofHeldCalls(world)),
  ];
}

async function ofOrders({ db, shops }: World, { waiting, refused, returned }: Morning): Promise<string[]> {
  const held = await db.sellerOrder.findFirstOrThrow({ where: { orderId: returned } });
  await db.sellerOrder.update({
    where: { id: held.id },
    data: { state: 'held', heldReason: 'cancelled_before_arrival' },
  });
  const { id, lines } = await db.sellerOrder.findFirstOrThrow({
    where: { orderId: waiting },
    include: { lines: true },
  });
  const [line] = lines;
  await db.orderLine.update({
    where: { id: line?.id ?? '' },
    data: { excludedShops: [shops.near.id] },
  });
  const order = await db.sellerOrder.findFirstOrThrow({
    where: { orderId: refused.forAnotherShop },
    include: { shippingOrders: true },
  });
  const alert = await db.alert.findFirstOrThrow({ where: { state: 'open', sellerOrderId: order.id } });
  return [
    `/orders/${held.id}/end-hold`,
    `/orders/${id}/lines/${line?.id}/ask-again/${shops.near.slug}`,
    `/orders/${order.id}/settle/${order.shippingOrders[0]?.id}/has`,
    `/alerts/resolve?ids=${alert.id}`,
  ];
}

async function ofRouting({ db }: World): Promise<string[]> {
  const [now, name] = [systemClock.now(), 'wider'];
  const by = { db, actor: 'lead:ada', role: 'lead', now } as const;
  const policy = { name, criteria: 'distance_band: 500', note: 'for a test' };
  const at = (ms: number) => new Date(ms).toISOString();
  await adoptPolicy.act(by, { ...policy, valid_from: at(now + DAY_MS) });
  // The lab takes what is settled for 30 seconds.
  await db.routingDecision.updateMany({ data: { decidedAt: new Date(now - DAY_MS / 2) } });
  const period = { from: at(now - DAY_MS), before: at(now - DAY_MS / 4) };
  const run = await startLabRun.act(by, { ...policy, ...period });
  if (run.kind !== 'done') throw new Error(`no run of the lab: ${run.says}`);
  return [`/routing/policies/${name}`, `/routing/policies/${name}/withdraw`, `/routing/lab/${run.answer.id}`];
}

async function ofCatalogues({ db, shops }: World): Promise<string[]> {
  const { near, far } = shops;
  const run = await db.catalogueRun.create({
    data: { id: randomUUID(), shopId: near.id, state: 'waiting', pages: 1, variants: 1, retired: 40 },
  });
  const variantOf = ({ id }: { id: number }) => db.variant.findFirstOrThrow({ where: { shopId: id } });
  const proposal = await aLinkProposal(db, [await variantOf(near), await variantOf(far)]);
  return [
    `/shops/${near.slug}/catalogue/accept?run=${run.id}`,
    `/shops/${near.slug}/faults`,
    `/links/${proposal}`,
  ];
}

async function ofGoingLive({ db, shops }: World): Promise<string[]> {
  const { slug } = shops.near;
  const rehearsal = await aRehearsal(db, { shop: slug, capabilities: ['products'] });
  for (const side of ['operator', 'store'] as const)
    await aConfirmation(db, { shop: slug, capability: 'products', side });
  return [`/shops/${slug}/golive/rehearsals/${rehearsal}`, `/shops/${slug}/golive/certificate`];
}

async function ofHeldCalls({ db, shops }: World): Promise<string[]> {
  const { id, slug, variantId } = shops.near;
  await aHold(db, { shopId: id });
  return [
    `/shops/${slug}/resume-calls`,
    `/shops/${slug}/reroute`,
    `/shops/${slug}/lift-block?variant=${variantId}`,
  ];
}
