import { shopCell } from '../engine/cell';
import { choice, shop } from '../engine/filters';
import { list, partOf, time } from '../engine/list';
import type { ColumnOf } from '../engine/list-definition';
import { BY_NUMBER } from '../engine/places';
import { problemOf, RISK_SITUATIONS } from './problems';
import { listAtRisk, whoMustAct, type AtRisk } from './orders-at-risk';
import { actorLabel, amountLabel, promisedAt, riskAddress, riskName, whyAtRisk } from './risk-labels';
import { readStoreMessages } from './store-message';

/** Something at risk, with the last answer of its store. */
type ListedRisk = AtRisk & { words?: string | undefined };

/** The shop's own id of the order where the customer has another number, and the line. */
function belowName({ orderId, orderNumber, lineItemId }: AtRisk): string | null {
  const id = orderNumber === null || orderNumber === orderId ? null : orderId;
  const line = lineItemId === null ? null : `line ${lineItemId}`;
  return [id, line].filter((text) => text !== null).join(', ') || null;
}

/** The columns of something at risk, in every list of them. */
export const RISK_COLUMNS: readonly ColumnOf<ListedRisk>[] = [
  {
    name: 'Order',
    head: true,
    cell: (risk) => ({
      text: riskName(risk),
      href: riskAddress(risk),
      below: belowName(risk),
    }),
  },
  { name: 'Line', only: 'text', cell: ({ lineItemId }) => lineItemId },
  {
    name: 'What',
    cell: ({ situation, atRisk, overdue }) => ({
      text: problemOf(situation).one,
      ...(atRisk ? {} : { mark: { text: 'on its way', tone: 'quiet' as const } }),
      ...(atRisk && overdue ? { mark: { text: 'overdue', tone: 'bad' as const } } : {}),
    }),
  },
  { name: 'Overdue', only: 'text', cell: ({ overdue }) => (overdue ? 'overdue' : '') },
  {
    name: 'Why',
    cell: (risk) => ({
      text: whyAtRisk(risk),
      ...(risk.storeName !== null &&
        risk.words !== undefined && { theirs: { store: risk.storeName, words: risk.words } }),
    }),
  },
  { name: 'Who must act', cell: actorLabel },
  { name: 'Store', cell: ({ store, storeName }) => shopCell(store, storeName) },
  { name: 'At stake', number: true, cell: (risk) => ({ text: amountLabel(risk), otherwise: 'not known' }) },
  {
    name: 'Since',
    cell(risk, now) {
      const promised = promisedAt(risk);
      return {
        text: risk.since,
        since: now,
        below: promised && `promised for ${promised.toISOString()}`,
      };
    },
  },
  { name: 'Promised for', only: 'text', cell: promisedAt },
];

/** What is not done of paid orders, the longest waiting first. */
export const riskList = list<ListedRisk>()({
  path: '/at-risk',
  title: 'Orders at risk',
  command: { name: 'order.at-risk', says: 'what is not done of paid orders, the longest waiting first' },
  section: 'attention',
  noun: 'order at risk',
  about: 'What is not done of paid orders, and who must act. The longest waiting comes first.',
  filters: {
    situation: choice(
      'What',
      RISK_SITUATIONS.map((situation) => [situation, problemOf(situation).many] as const),
    ),
    store: shop('Waits for', 'that waits for the store or the people of this shop'),
  },
  sorts: [],
  columns: RISK_COLUMNS,
  json: (risk) => ({
    situation: risk.situation,
    shop: risk.shop,
    order_id: risk.orderId,
    line_item_id: risk.lineItemId,
    reference: risk.reference,
    reason: risk.reason,
    why: whyAtRisk(risk),
    who_must_act: whoMustAct(risk),
    store: risk.store,
    store_says: risk.words ?? null,
    amount: risk.amount,
    currency: risk.currency,
    since: time(risk.since),
    promised_for: time(promisedAt(risk)),
    overdue: risk.overdue,
  }),
  place: BY_NUMBER,
  calm: 'No orders at risk.',
  isLive: true,
  notices(_looking, { situation }) {
    if (situation === undefined) return [];
    const { many, means, promise } = problemOf(situation);
    return [
      {
        title: `${many.charAt(0).toUpperCase()}${many.slice(1)}.`,
        text: `${means} Promise: ${promise}`,
      },
    ];
  },
  async read({ db, now }, { filter: { situation }, asked, after, limit }) {
    const { rows, next } = partOf(
      await listAtRisk(db, {
        situations: situation && [situation],
        store: asked['store'],
        // Rows have no place of their own: all up to the page are read.
        limit: Number(after ?? 0) + limit + 1,
        now,
      }),
      { after, limit },
    );
    const said = await readStoreMessages(db, rows);
    return { rows: rows.map((risk) => ({ ...risk, words: said.get(risk.reference ?? '') })), next };
  },
});
