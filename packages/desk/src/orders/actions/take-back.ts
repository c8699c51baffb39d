import { dryRun } from '@hub/messaging';
import { takeBack as take, type TakenLines } from '@hub/orders/support';
import { z } from 'zod';
import { action } from '../../engine/action';
import { nameOfShop } from '../../shops/name-of-shop';
import { orderOfReference } from '../order-of-reference';

/** A lead takes a placed shipping order back from its shop, so that another shop ships it or none does (D38). */
export const takeBack = action({
  names: { 'order.take_back': 'took the order back from its shop' },
  command: 'order.take-back',
  page: '/orders/:id/shipping-orders/:shippingId/take-back',
  role: 'lead',
  input: z.strictObject({
    reference: z.string().min(1).max(255),
    lines: z.enum(['reroute', 'close']).optional(),
  }),
  chosen: ['lines'],
  async ask({ db, now }, { reference }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    const { shopName } = found.shipping;
    const title = `Take the shipping order back from ${shopName}`;
    const tried = await dryRun(db, (tx) => take(tx, { reference, lines: 'reroute', now }));
    if (tried.kind === 'known' && tried.result.kind === 'refused')
      return { title, happens: [], impossible: tried.result.reason };
    return {
      title,
      happens: [
        `${shopName} is asked to stop it. Nothing else changes until ${shopName} confirms.`,
        `Once it confirms, the stock reserved there is free again, and ${shopName} is not asked for these lines again.`,
        `If ${shopName} answers that it has shipped, nothing changes: its package is awaited.`,
        'If you close the lines, no call notifies the selling shop: it has to refund its customer.',
      ],
      warning: `If a person at ${shopName} packs the order by hand, call there too.`,
      submit: 'Take it back',
      danger: true,
      asks: [
        {
          kind: 'choice',
          name: 'lines',
          label: 'Its lines, once the shop has stopped it',
          choices: [
            ['reroute', 'Give them to another shop'],
            ['close', 'Close them'],
          ],
        },
      ],
    };
  },
  async run(tx, { reference, lines: chosen = 'reroute' }, { now }) {
    const end = await take(tx, { reference, lines: chosen, now });
    if (end.kind === 'unknown')
      return { kind: 'unknown', says: `no shipping order has the reference "${reference}"` };
    if (end.kind === 'refused') return { kind: 'refused', says: `It is not taken back: ${end.reason}.` };
    const { sellerOrderId, shop, lines, changed } = end;
    const says = `${await nameOfShop(tx, shop)} is asked to stop it. ${THEN[lines]}`;
    const answer = { external_ref: reference, shop, lines };
    if (!changed) return { kind: 'unchanged', says: `It is taken back already. ${THEN[lines]}`, answer };
    return {
      kind: 'done',
      says,
      begins: true,
      answer,
      record: {
        subjects: [`order:${sellerOrderId}`],
        detail: { reference, shop, lines },
      },
    };
  },
});

const THEN: Readonly<Record<TakenLines, string>> = {
  reroute: 'Once it is stopped, its lines go to another shop.',
  close:
    'Once it is stopped, its lines are closed. No call notifies the selling shop: it refunds its customer.',
};
