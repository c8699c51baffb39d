import { plainFailure } from '../words/plain-failure';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import { shippingLink, shopLink, type TimelineEntry, type TimelineLink } from './timeline-entry';

/** A package of a shipping order, and that the selling shop was notified of it. */
export function describePackage(
  { shop, shopName, externalRef }: DescribedShippingOrder,
  parcel: DescribedShippingOrder['packages'][number],
): { stored: TimelineEntry; notified: TimelineEntry | null } {
  const links: TimelineLink[] = [
    { to: 'package', id: parcel.id, label: 'package' },
    shippingLink(externalRef),
    shopLink({ shop, shopName }),
  ];
  const lines = parcel.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  const { deliveredAt } = parcel;
  return {
    stored: {
      at: parcel.createdAt,
      kind: 'package',
      title: `${shopName} shipped package ${parcel.packageId}`,
      detail: `${parcel.carrier} ${parcel.trackingNumber}, ${lines.join(', ')}`,
      links,
    },
    notified: deliveredAt && {
      at: deliveredAt,
      kind: 'package',
      title: 'The selling shop has its tracking',
      detail: '',
      links,
    },
  };
}

/** @param shop the name of the shop that asks, or from which it is taken back */
const CANCELLATIONS: Record<
  DescribedOrder['cancellations'][number]['kind'],
  { asked: (shop: string) => string; name: string }
> = {
  whole_order: {
    asked: (shop) => `${shop} wants the whole order stopped`,
    name: 'Cancellation',
  },
  cannot_ship: {
    asked: (shop) => `${shop} wants its shipping order stopped: it cannot ship`,
    name: 'Cancellation',
  },
  taken_back: {
    asked: (shop) => `The shipping order is taken back from ${shop}`,
    name: 'Taking it back',
  },
};

const STOPS: Record<DescribedOrder['cancellations'][number]['stops'][number]['state'], string> = {
  settling: 'whether the shop has it is being found out',
  due: 'the shop is to be asked',
  sending: 'the shop is being asked',
  confirmed: 'confirmed by the shop',
  already_shipped: 'it had shipped already',
  failed: 'not confirmed by the shop',
};

/** After the name of what ended. */
const ENDS: Record<DescribedOrder['cancellations'][number]['state'], string> = {
  stopping: 'under way',
  stopped: 'completed',
  overruled: 'overruled: a shop had shipped',
};

/** A stop request, its result at each shop, and its end. */
export function describeCancellation(cancellation: DescribedOrder['cancellations'][number]): {
  asked: TimelineEntry;
  ends: { reference: string; entry: TimelineEntry }[];
  finished: TimelineEntry | null;
} {
  const { requestedBy, requestedByName, finishedAt, stops, state } = cancellation;
  const { asked: askedBy, name } = CANCELLATIONS[cancellation.kind];
  const links = [
    shopLink({ shop: requestedBy, shopName: requestedByName }),
    ...stops.map(({ shippingOrder }) => shippingLink(shippingOrder)),
  ];
  const asked: TimelineEntry = {
    at: cancellation.requestedAt,
    kind: 'cancellation',
    title: askedBy(requestedByName),
    detail: '',
    links,
  };
  const ends = stops.flatMap(({ reference, state: end, finishedAt: at, lastFailure, shippingOrder }) => {
    if (at === null) return [];
    const entry: TimelineEntry = {
      at,
      kind: 'cancellation',
      title: `Stopping a shipping order: ${STOPS[end]}`,
      detail: plainFailure(lastFailure ?? ''),
      links: [shippingLink(shippingOrder)],
    };
    return [{ reference, entry }];
  });
  const finished: TimelineEntry | null = finishedAt && {
    at: finishedAt,
    kind: 'cancellation',
    title: `${name} ${ENDS[state]}`,
    detail: '',
    links,
  };
  return { asked, ends, finished };
}

/** Returned goods, and their registration at the selling shop. What became of them since then is on the page itself. */
export function describeReturn(goods: DescribedOrder['returns'][number]): {
  reported: TimelineEntry;
  registered: TimelineEntry | null;
} {
  const links: TimelineLink[] = [
    { to: 'return', id: goods.id, label: 'return' },
    shopLink({ shop: goods.reportedBy, shopName: goods.reportedByName }),
  ];
  const lines = goods.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
  return {
    reported: {
      at: goods.createdAt,
      kind: 'return',
      title: `${goods.reportedByName} reported goods that came back`,
      detail: lines.join(', '),
      links,
    },
    registered: goods.registeredAt && {
      at: goods.registeredAt,
      kind: 'return',
      title: 'The selling shop has registered the return',
      detail: `its own return id is ${goods.storeReturnId ?? 'not known'}`,
      links,
    },
  };
}
