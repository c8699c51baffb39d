import { z } from 'zod';

/** What a shop may report or do about a shipping order (D12, D18, D35, D38). */
export const OrderWord = z.enum([
  'cannot_ship',
  'has',
  'has_not',
  'stopped',
  'shipped',
  'resend',
  'ships_by',
]);
export type OrderWord = z.output<typeof OrderWord>;

/**
 * The state of a shipping order for the shop that ships it. `dry_run`: built and never sent. `sending`: sent, without a
 * valid receipt so far. `disputed`: the shop must report whether it has it. `refused`: by the shop. `stopping`: the
 * shop is asked to stop it.
 */
export const OrderState = z.enum([
  'dry_run',
  'sending',
  'disputed',
  'refused',
  'to_ship',
  'shipped',
  'stopping',
  'stopped',
]);
export type OrderState = z.output<typeof OrderState>;

const Time = z.iso.datetime();

/** Why a shipping order is being stopped, or was, and what its shop's store answered. */
export const OrderStop = z.object({
  because: z
    .enum(['cancelled', 'you_do_not_ship', 'taken_back'])
    .describe(
      'cancelled: by the shop that sold it; you_do_not_ship: you said so; taken_back: by the operator, it is not cancelled',
    ),
  state: z
    .enum(['asked', 'not_confirmed', 'stopped', 'had_shipped'])
    .describe(
      'asked: your store gets POST /cancel, and has not confirmed so far. not_confirmed: it refused, or was not called. had_shipped: it answered order_already_shipped, or you said so',
    ),
});
export type OrderStop = z.output<typeof OrderStop>;

/** A shipping order in the list of those that wait for the shop. */
export const OrderSummary = z.object({
  external_ref: z.string().describe('the reference that POST /orders carried'),
  order_id: z.string().nullable().describe("the shop's own id of it; null: not known yet"),
  state: OrderState,
  created_at: Time,
  pieces: z.int().describe('pieces to ship'),
  shipped: z.int().describe('pieces in packages that were reported'),
  currency: z.string(),
  ship_by: Time.nullable().describe(
    'when it is to be shipped, by `ship_within` of your sheet or the day that you named; null: nothing is to be shipped',
  ),
  ship_by_local: z.string().nullable().describe('the same as a text, in the time zone of your sheet'),
  reminded_at: Time.nullable().describe('when the network last reminded you of it; null: never'),
  stop: OrderStop.nullable().describe('null: it was never to be stopped'),
  rest_stated: z
    .boolean()
    .describe(
      'whether it was stated that the pieces in no package may not ship: the operator decides about them',
    ),
});
export type OrderSummary = z.output<typeof OrderSummary>;

/** One shipping order, with what was sent: the customer's data masked. */
export const OrderView = OrderSummary.extend({
  placed_at: Time.nullable(),
  last_attempt_at: Time.nullable(),
  last_failure: z.string().nullable().describe('why the last attempt to place it did not end well'),
  lines: z.array(
    z.object({
      external_ref: z.string(),
      variant_id: z.string(),
      sku: z.string().nullable(),
      barcode: z.string().nullable(),
      quantity: z.int(),
      shipped: z.int(),
      unit_price: z.string().describe('payout for each piece, an exact decimal'),
    }),
  ),
  packages: z.array(
    z.object({
      package_id: z.string(),
      carrier: z.string(),
      tracking_number: z.string(),
      corrections: z
        .array(
          z.object({
            carrier: z.string(),
            tracking_number: z.string(),
            corrected_at: Time,
            state: z
              .enum(['on_its_way', 'taken', 'not_taken'])
              .describe('whether the store that sold the order took it; not_taken: the operator asks it to'),
          }),
        )
        .describe('corrections of its tracking, the oldest first'),
      shipped_at: Time,
    }),
  ),
  request: z
    .unknown()
    .describe('the body of POST /orders, personal data masked; null: not built, or not kept any more'),
  customer_revealable: z.boolean().describe('whether the delivery address, as it was sent, can be looked at'),
  you_may: z.array(OrderWord),
});
export type OrderView = z.output<typeof OrderView>;
