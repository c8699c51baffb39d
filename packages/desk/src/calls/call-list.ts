import { shopCell } from '../engine/cell';
import { list, time } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { choice, period, shop, text } from '../engine/filters';
import { figure } from '../words/amount';
import { callAnswer, callTone, operationName, STORE_OPERATIONS } from './call-labels';
import { listCalls, type ListedCall } from './list-calls';

const ANSWERS = [
  'failed',
  'none',
  '4xx',
  '5xx',
  '422',
  '409',
  '401',
  'refused',
  'unavailable',
  'invalid_receipt',
];

/** Calls to stores. */
export const callList = list<ListedCall>()({
  path: '/calls',
  title: 'Calls to stores',
  command: { name: 'call.list', says: 'calls to stores and what became of them, the latest first' },
  file: 'calls',
  section: 'calls',
  noun: 'call',
  about: 'Of 90 days. Quantities that a store confirmed are counted at its shop, not listed.',
  filters: {
    shop: shop('Shop', 'to the store of this shop'),
    operation: choice(
      'Call',
      STORE_OPERATIONS.map((operation) => [operation, operationName(operation)] as const),
    ),
    answer: text('Answer, such as 422', {
      says: 'with this answer: 422, 4xx, none, failed, an outcome or an error code',
      offers: ANSWERS,
    }),
    reference: text('Reference', { says: 'with this reference' }),
    ...period(),
  },
  columns: [
    { name: 'At', cell: ({ at }) => at },
    { name: 'Called', cell: ({ shop: slug, shopName }) => shopCell(slug, shopName) },
    {
      name: 'Call',
      head: true,
      cell: ({ id, operation, method, path }) => ({
        text: operationName(operation),
        href: `/calls/${id}`,
        below: `${method} ${path}`,
      }),
    },
    { name: 'Method', only: 'file', cell: ({ method }) => method },
    { name: 'Path', only: 'file', cell: ({ path }) => path },
    {
      name: 'Order',
      cell: ({ order, sellerOrderId }) => ({
        text: order,
        href: sellerOrderId === null ? undefined : `/orders/${sellerOrderId}`,
      }),
    },
    { name: 'Reference', only: 'file', cell: ({ reference }) => reference },
    { name: 'Answer', cell: (call) => ({ text: callAnswer(call), tone: callTone(call) }) },
    { name: 'Outcome', only: 'file', cell: ({ outcome }) => outcome },
    { name: 'Attempts', number: true, cell: ({ attempts }) => attempts },
    {
      name: 'Took, ms',
      number: true,
      cell: ({ durationMs }) => ({ text: durationMs, shown: figure(durationMs) }),
    },
  ],
  json: (call) => ({
    id: call.id,
    shop: call.shop,
    at: time(call.at),
    operation: call.operation,
    method: call.method,
    path: call.path,
    reference: call.reference,
    order: call.order,
    status: call.status,
    outcome: call.outcome,
    code: call.code,
    attempts: call.attempts,
    duration_ms: call.durationMs,
  }),
  place: BY_NUMBER,
  async read({ db }, { filter: { shop: shopId, ...filter }, sort, after, limit }) {
    const { calls: rows, ...part } = await listCalls(db, {
      filter: { ...filter, shopId },
      after,
      ascending: sort === 'oldest',
      limit,
    });
    return { rows, ...part };
  },
});
