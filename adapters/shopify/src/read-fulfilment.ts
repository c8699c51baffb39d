import { z } from 'zod';
import type { AdminApi } from './admin-api';
import { allOf, connection, firstOf, type Nested } from './connections';
import { gid } from './ids';
import type { Shop } from './shop';

/** Which location ships what of an order (its fulfillment orders), what left (fulfillments), what came back (returns, refunds). */

const id = z.string();
const ofLine = z.object({ id });
const orderOf = <T extends z.ZodRawShape>(shape: T) => z.object({ order: z.object(shape) });

const AssignedLine = z.object({
  id,
  totalQuantity: z.number(),
  remainingQuantity: z.number(),
  lineItem: ofLine,
});

const ASSIGNED_LINES: Nested<z.infer<typeof AssignedLine>> = {
  type: 'FulfillmentOrder',
  list: 'lineItems',
  first: 20,
  fields: 'id totalQuantity remainingQuantity lineItem { id }',
  node: AssignedLine,
};

const Assignment = z.object({
  id,
  status: z.string(),
  assignedLocation: z.object({
    location: z.object({ legacyResourceId: z.coerce.string() }).nullable(),
  }),
  lineItems: connection(AssignedLine),
});

const ASSIGNMENTS: Nested<z.infer<typeof Assignment>> = {
  type: 'Order',
  list: 'fulfillmentOrders',
  first: 10,
  fields: `id status assignedLocation { location { legacyResourceId } } ${firstOf(ASSIGNED_LINES)}`,
  node: Assignment,
};

/** A fulfillment order: what one location is to ship. `locationId` is null where its location was deleted. */
export interface LocationShare {
  id: string;
  isOpen: boolean;
  locationId: string | null;
  lines: z.infer<typeof AssignedLine>[];
}

/** The shares of an order by location; those cancelled are none. */
export async function locationShares({ api }: Shop, orderId: string): Promise<LocationShare[]> {
  const { order } = await api.read(
    {
      document: `query HubShares($id: ID!) { order(id: $id) { ${firstOf(ASSIGNMENTS)} } }`,
      data: orderOf({ fulfillmentOrders: connection(Assignment) }),
    },
    { id: gid('Order', orderId) },
  );
  const first = order.fulfillmentOrders;
  const all = await allOf(api, { id: gid('Order', orderId), first, nested: ASSIGNMENTS });
  const shares = all.filter(({ status }) => status !== 'CANCELLED');
  return Promise.all(
    shares.map(async ({ id: shareId, status, assignedLocation, lineItems }) => ({
      id: shareId,
      isOpen: status === 'OPEN' || status === 'IN_PROGRESS' || status === 'SCHEDULED',
      locationId: assignedLocation.location?.legacyResourceId ?? null,
      lines: await allOf(api, { id: shareId, first: lineItems, nested: ASSIGNED_LINES }),
    })),
  );
}

const ShippedLine = z.object({ id, quantity: z.number(), lineItem: ofLine });

const SHIPPED_LINES: Nested<z.infer<typeof ShippedLine>> = {
  type: 'Fulfillment',
  list: 'fulfillmentLineItems',
  first: 10,
  fields: 'id quantity lineItem { id }',
  node: ShippedLine,
};

const Fulfillment = z.object({
  id,
  status: z.string(),
  createdAt: z.coerce.date(),
  trackingInfo: z.array(
    z.object({ company: z.string().nullable(), number: z.string().nullable(), url: z.string().nullable() }),
  ),
  fulfillmentLineItems: connection(ShippedLine),
});

/** Of one fulfillment; Shopify charges each query for all that it may return. */
const MOST_NUMBERS = 10;

const FULFILLMENTS = {
  document: `query HubFulfillments($id: ID!) { order(id: $id) { fulfillments(first: 20) {
    id status createdAt trackingInfo(first: ${MOST_NUMBERS + 1}) { company number url } ${firstOf(SHIPPED_LINES)} } } }`,
  data: orderOf({ fulfillments: z.array(Fulfillment) }),
};

/** Several parcels of one fulfillment are one package of the network's: Shopify does not say what is in which. */
export interface Tracking {
  /** Null: none of the parcels has a number yet. */
  number: string | null;
  company: string | null;
  /** Of the first parcel that has one. */
  url: string | null;
}

export interface Fulfilled {
  id: string;
  createdAt: Date;
  tracking: Tracking;
  lines: z.infer<typeof ShippedLine>[];
}

/** What has left; a fulfillment that was cancelled has not. */
export async function fulfilledOf({ api }: Shop, orderId: string): Promise<Fulfilled[]> {
  const { order } = await api.read(FULFILLMENTS, { id: gid('Order', orderId) });
  const left = order.fulfillments.filter(({ status }) => status === 'SUCCESS');
  return Promise.all(
    left.map(async ({ id: fulfillmentId, createdAt, trackingInfo, fulfillmentLineItems: first }) => ({
      id: fulfillmentId,
      createdAt,
      tracking: trackingOf(trackingInfo),
      lines: await allOf(api, { id: fulfillmentId, first, nested: SHIPPED_LINES }),
    })),
  );
}

function trackingOf(parcels: z.infer<typeof Fulfillment>['trackingInfo']): Tracking {
  const numbered = parcels.filter(({ number }) => number);
  return {
    number: joined(numbered.map(({ number }, index) => (index < MOST_NUMBERS ? number : '…'))),
    company: joined(numbered.map(({ company }) => company)),
    url: numbered.find(({ url }) => url)?.url ?? null,
  };
}

const joined = (texts: (string | null)[]): string | null =>
  [...new Set(texts)].filter(Boolean).join(', ') || null;

const ReturnedLine = z.object({
  quantity: z.number(),
  returnReasonNote: z.string(),
  customerNote: z.string().nullable(),
  fulfillmentLineItem: z.object({ lineItem: ofLine }),
});

const RETURNED_LINES: Nested<z.infer<typeof ReturnedLine>> = {
  type: 'Return',
  list: 'returnLineItems',
  first: 20,
  fields:
    '... on ReturnLineItem { quantity returnReasonNote customerNote fulfillmentLineItem { lineItem { id } } }',
  node: ReturnedLine,
};

const RefundedLine = z.object({ quantity: z.number(), restockType: z.string(), lineItem: ofLine });

const REFUNDED_LINES: Nested<z.infer<typeof RefundedLine>> = {
  type: 'Refund',
  list: 'refundLineItems',
  first: 20,
  fields: 'quantity restockType lineItem { id }',
  node: RefundedLine,
};

const CAME_BACK = {
  document: `query HubReturns($id: ID!) { order(id: $id) {
    returns(first: 5) { nodes { id status ${firstOf(RETURNED_LINES)} } }
    refunds(first: 5) { id return { id } ${firstOf(REFUNDED_LINES)} } } }`,
  data: orderOf({
    returns: z.object({
      nodes: z.array(z.object({ id, status: z.string(), returnLineItems: connection(ReturnedLine) })),
    }),
    refunds: z.array(
      z.object({ id, return: z.object({ id }).nullable(), refundLineItems: connection(RefundedLine) }),
    ),
  }),
};

export interface CameBack {
  id: string;
  /** Processed: not merely announced or on its way. */
  isClosed: boolean;
  lines: { lineItemId: string; quantity: number; note: string; customerNote: string | null }[];
}

/** Returns, and refunds without one whose goods were taken back into stock. */
export async function cameBack({ api }: Shop, orderId: string): Promise<CameBack[]> {
  const { order } = await api.read(CAME_BACK, { id: gid('Order', orderId) });
  const returns = order.returns.nodes.map((one) => returned(api, one));
  const refunds = order.refunds
    .filter((refund) => refund.return === null)
    .map(async ({ id: refundId, refundLineItems: first }) => {
      const lines = await allOf(api, { id: refundId, first, nested: REFUNDED_LINES });
      const back = lines.filter(({ restockType }) => restockType === 'RETURN');
      return {
        id: refundId,
        isClosed: true,
        lines: back.map(({ lineItem, quantity }) => ({
          lineItemId: lineItem.id,
          quantity,
          note: '',
          customerNote: null,
        })),
      };
    });
  const all = await Promise.all([...returns, ...refunds]);
  return all.filter(({ lines }) => lines.length > 0);
}

type ReadReturn = z.infer<typeof CAME_BACK.data>['order']['returns']['nodes'][number];

async function returned(api: AdminApi, { id: returnId, status, returnLineItems: first }: ReadReturn) {
  const lines = await allOf(api, { id: returnId, first, nested: RETURNED_LINES });
  return {
    id: returnId,
    isClosed: status === 'CLOSED',
    lines: lines.map(({ quantity, returnReasonNote, customerNote, fulfillmentLineItem }) => ({
      lineItemId: fulfillmentLineItem.lineItem.id,
      quantity,
      note: returnReasonNote,
      customerNote,
    })),
  };
}
