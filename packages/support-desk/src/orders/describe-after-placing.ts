import { plainFailure } from '../words/plain-failure';
import type { DescribedOrder, DescribedShippingOrder } from './describe-order';
import { shippingLink, shopLink, type TimelineEntry, type TimelineLink } from './timeline-entry';

/** Packages of a shipping order, and that the selling shop was notified of them. */
export function describePackages({
  shop,
  shopName,
  externalRef,
  packages,
}: DescribedShippingOrder): TimelineEntry[] {
  return packages.flatMap((parcel) => {
    const links: TimelineLink[] = [
      { to: 'package', id: parcel.id, label: 'package' },
      shippingLink(externalRef),
      shopLink({ shop, shopName }),
    ];
    const lines = parcel.lines.map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`);
    const stored: TimelineEntry = {
      at: parcel.createdAt,
      kind: 'package',
      title: `${shopName} shipped package ${parcel.packageId}`,
      detail: `${parcel.carrier} ${parcel.trackingNumber}, ${lines.join(', ')}`,
      links,
    };
    const told: TimelineEntry[] = parcel.deliveredAt
      ? [
          {
            at: parcel.deliveredAt,
            kind: 'package',
            title: 'The selling shop has its tracking',
            detail: '',
            links,
          },
        ]
      : [];
    return [stored, ...told];
  });
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
export function describeCancellation(cancellation: DescribedOrder['cancellations'][number]): TimelineEntry[] {
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
  const ends = stops.flatMap((stop): TimelineEntry[] =>
    stop.finishedAt
      ? [
          {
            at: stop.finishedAt,
            kind: 'cancellation',
            title: `Stopping a shipping order: ${STOPS[stop.state]}`,
            detail: plainFailure(stop.lastFailure ?? ''),
            links: [shippingLink(stop.shippingOrder)],
          },
        ]
      : [],
  );
  const finished: TimelineEntry[] = finishedAt
    ? [{ at: finishedAt, kind: 'cancellation', title: `${name} ${ENDS[state]}`, detail: '', links }]
    : [];
  return [asked, ...ends, ...finished];
}

const RETURNS = {
  due: 'is to be registered at the selling shop',
  sending: 'is being registered at the selling shop',
  registered: 'is registered at the selling shop',
  recorded: 'is recorded; the selling platform reported it itself',
  waiting: 'not passed on: possible double refund',
  failed: 'was not registered at the selling shop: waits for support',
};

/** Returned goods, and their registration at the selling shop. */
export function describeReturn(goods: DescribedOrder['returns'][number]): TimelineEntry[] {
  const links: TimelineLink[] = [
    { to: 'return', id: goods.id, label: 'return' },
    shopLink({ shop: goods.reportedBy, shopName: goods.reportedByName }),
  ];
  const lines = goods.lines
    .map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`)
    .join(', ');
  const reported: TimelineEntry = {
    at: goods.createdAt,
    kind: 'return',
    title: `${goods.reportedByName} reported goods that came back`,
    detail: goods.registeredAt ? lines : `${lines}; it ${RETURNS[goods.state]}`,
    links,
  };
  const registered: TimelineEntry[] = goods.registeredAt
    ? [
        {
          at: goods.registeredAt,
          kind: 'return',
          title: 'The selling shop has registered the return',
          detail: `its own return id is ${goods.storeReturnId ?? 'not known'}`,
          links,
        },
      ]
    : [];
  return [reported, ...registered];
}
