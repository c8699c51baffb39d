import { z } from 'zod';
import { look } from '../command';
import { CommandFault } from '../command-fault';
import { Limit, NamedOrder, requireShop, Text } from '../fields';
import { lookUpOrder } from '../orders/require-order';
import { readOnly } from '../read-only';
import { explainOrder } from './explain-order';
import { replayLatest, replayOrder } from './replay-order';
import { orderDataOf, tryOrder } from './try-order';
import { criteriaWithBand, ReadCriteria, type RoutingPolicy } from '@hub/orders/routing';

/** A policy as it is sent: its criteria in their order, or `bandKm`: the built-in ones with other bands. */
const PolicyInput = z
  .strictObject({
    version: Text,
    bandKm: z.number().positive().optional(),
    criteria: ReadCriteria.optional(),
  })
  .transform(({ version, bandKm, criteria }, context): RoutingPolicy => {
    if (criteria !== undefined && bandKm === undefined) return { version, criteria };
    if (criteria === undefined && bandKm !== undefined)
      return { version, criteria: criteriaWithBand(bandKm) };
    context.addIssue({ code: 'custom', message: 'name either criteria or bandKm', path: ['criteria'] });
    return z.NEVER;
  });

/** The stored decisions of an order: candidates with their figures, the ranking, who was ruled out. */
export const routeExplain = look({
  input: NamedOrder,
  run: async ({ db }, name) => {
    const { id } = await lookUpOrder(db, name);
    return readOnly(db, (tx) => explainOrder(tx, id));
  },
});

/** Decides and prices an order (the event or its data) as if its shop sent it now; nothing is stored, reserved or sent. */
export const routeTry = look({
  input: z.strictObject({
    shop: Text,
    order: z.unknown(),
    /** Another policy to decide by as well, and one to compare it with: else that in force. */
    policy: PolicyInput.optional(),
    against: PolicyInput.optional(),
  }),
  run: async ({ db, now }, { shop: slug, order, policy = null, against = null }) => {
    const [shop, data] = [await requireShop(db, slug), orderDataOf(order)];
    return readOnly(db, (tx) => tryOrder(tx, { shop, data, now, policy, against }));
  },
});

/** What another policy would have chosen on the stored figures of an order, or of the latest decisions. */
export const routeReplay = look({
  input: z.strictObject({
    order: Text.optional(),
    shop: NamedOrder.shape.shop,
    policy: PolicyInput,
    /** Another policy to compare it with: else what was decided. */
    against: PolicyInput.optional(),
    /** How many of the latest decisions, if no order is named. */
    latest: Limit.optional(),
  }),
  run: async ({ db }, { order, shop, policy: other, against = null, latest }) => {
    if (order === undefined)
      return readOnly(db, (tx) => replayLatest(tx, latest ?? LATEST, { other, against }));
    if (latest !== undefined) throw new CommandFault('invalid', [WITHOUT_ORDER], 'latest');
    const { id } = await lookUpOrder(db, { order, shop });
    return readOnly(db, (tx) => replayOrder(tx, id, { other, against }));
  },
});

/** Decisions that are compared if no order is named. */
const LATEST = 500;
const WITHOUT_ORDER = 'latest: decisions are counted only if no order is named';
