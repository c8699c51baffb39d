import { returnStandings, trackingStandings } from './standing-besides';
import type { FoundStanding, ShippingFacts, Standing, StandingFacts, StandingWith } from './standing-facts';

/** Where an order stands: each of its lines in one sentence, then what is under way besides. */
export function standingsOf(order: StandingFacts): Standing[] {
  const byText = new Map<string, Standing>();
  for (const line of order.lines) {
    const found = lineStanding(order, line);
    const key = `${found.says} ${found.since.what} ${found.since.at.getTime()}`;
    const same = byText.get(key);
    if (same) same.lines.push(line.lineItemId);
    else byText.set(key, { ...found, lines: [line.lineItemId] });
  }
  const besides = [
    ...order.shippingOrders.flatMap((one) => trackingStandings(order, one)),
    ...returnStandings(order),
  ];
  return [...byText.values(), ...besides.map((found) => ({ ...found, lines: [] }))];
}

function lineStanding(order: StandingFacts, line: StandingFacts['lines'][number]): FoundStanding {
  const received = { what: 'received', at: order.receivedAt };
  const placement = order.shippingOrders.findLast(({ lines }) =>
    lines.some(({ lineItemId }) => lineItemId === line.lineItemId),
  );
  const seller = { shop: order.shop, shopName: order.shopName };
  switch (line.state) {
    case 'own':
      return {
        says: `${order.shopName} ships it itself`,
        with: 'selling_shop',
        shop: seller,
        since: received,
      };
    case 'stopped':
      return { says: 'Cancelled', with: 'done', shop: null, since: cancelledAt(order) };
    case 'unfulfillable':
      return {
        says: 'Closed: no shop ships it',
        with: 'done',
        shop: null,
        since: { what: 'closed', at: line.closedAt ?? order.receivedAt },
      };
    case 'shipped':
      return placement ? shipped(placement) : { says: 'Shipped', with: 'done', shop: null, since: received };
    case 'allocated':
      return placement ? placementStanding(order, placement) : searching(order, line);
    case 'waiting':
      return searching(order, line);
  }
}

function searching(order: StandingFacts, line: StandingFacts['lines'][number]): FoundStanding {
  const since = { what: 'received', at: order.receivedAt };
  if (order.state === 'held')
    return {
      says: `Held until an agent ends the hold: ${order.heldBecause ?? 'no reason is recorded'}`,
      with: 'support',
      shop: null,
      since,
    };
  if (order.state !== 'accepted')
    return { says: 'Being cancelled', with: 'hub', shop: null, since: cancelledAt(order) };
  if (line.waitingReason === null) return { says: 'Looking for a shop', with: 'hub', shop: null, since };
  return {
    says: `Waiting for a shop: ${line.waitsBecause ?? line.waitingReason}`,
    with: 'support',
    shop: null,
    since,
  };
}

function placementStanding(order: StandingFacts, shipping: ShippingFacts): FoundStanding {
  const { shopName: name, createdAt } = shipping;
  const at = (what: string, ...moments: (Date | null)[]) => ({
    what,
    at: moments.find((moment) => moment !== null) ?? createdAt,
  });
  const says = (text: string, who: StandingWith, since: Standing['since']): FoundStanding => ({
    says: text,
    with: who,
    shop: { shop: shipping.shop, shopName: name },
    since,
  });
  const stop = openStop(order, shipping);
  if (stop?.state === 'failed')
    return says(`${name} has not confirmed that it stopped it`, 'support', at('asked', stop.requestedAt));
  if (stop?.state === 'settling')
    return says(`Finding out whether ${name} has it, to stop it`, 'hub', at('asked', stop.requestedAt));
  if (stop) return says(`Asking ${name} to stop it`, 'hub', at('asked', stop.requestedAt));
  switch (shipping.state) {
    case 'planned':
      return shipping.failedAt === null
        ? says(`Sending it to ${name}`, 'hub', at('chosen'))
        : says(`Never sent to ${name}: given up`, 'support', at('given up', shipping.failedAt));
    case 'sending':
      return says(`Sending it to ${name}`, 'hub', at('first sent', shipping.firstSentAt));
    case 'refused':
      return says(
        `Refused by ${name}`,
        'support',
        at('refused', shipping.endedAt, shipping.failedAt, shipping.lastAttemptAt),
      );
    case 'disputed':
      return says(
        `Only ${name} knows whether it has it`,
        'support',
        at('disputed', shipping.failedAt, shipping.lastAttemptAt),
      );
    case 'placed':
      return placedStanding(shipping, says, at('accepted', shipping.placedAt));
    case 'stopped':
      return says(`Stopped at ${name}`, 'hub', at('stopped', shipping.endedAt));
    case 'dry_run':
      return says(`Dry run: never sent to ${name}`, 'done', at('built'));
  }
}

/** Its shop has it, and pieces of it are in no package. */
function placedStanding(
  shipping: ShippingFacts,
  says: (text: string, who: StandingWith, since: Standing['since']) => FoundStanding,
  accepted: Standing['since'],
): FoundStanding {
  const { shopName: name, restStatedAt } = shipping;
  if (restStatedAt !== null)
    return says(`The rest at ${name} may not ship`, 'support', { what: 'stated', at: restStatedAt });
  if (shipping.packages.length > 0)
    return says(`Waiting for ${name} to ship the rest`, 'shipping_shop', accepted);
  return says(`Waiting for ${name} to ship`, 'shipping_shop', accepted);
}

function shipped(shipping: ShippingFacts): FoundStanding {
  const { shop, shopName, packages, createdAt } = shipping;
  return {
    says: `Shipped by ${shopName}`,
    with: 'done',
    shop: { shop, shopName },
    since: { what: 'reported', at: packages.at(-1)?.createdAt ?? createdAt },
  };
}

function openStop({ cancellations }: StandingFacts, { externalRef }: ShippingFacts) {
  for (const { stops, requestedAt } of cancellations) {
    const stop = stops.find((one) => one.shippingOrder === externalRef);
    if (stop && stop.state !== 'confirmed' && stop.state !== 'already_shipped')
      return { state: stop.state, requestedAt };
  }
  return null;
}

function cancelledAt({ cancellations, receivedAt }: StandingFacts): Standing['since'] {
  const last = cancellations.findLast(({ kind }) => kind === 'whole_order');
  if (!last) return { what: 'received', at: receivedAt };
  return last.finishedAt === null
    ? { what: 'asked', at: last.requestedAt }
    : { what: 'confirmed', at: last.finishedAt };
}
