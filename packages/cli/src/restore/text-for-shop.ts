import { time } from '../output';

/** Clocks of stores differ: how much more is requested at either end. */
const MARGIN_MS = 60_000;

/** What a shop must do after a restore, ready to be sent to it. */
export function textForShop(gap: { lostFrom: Date; lostUntil: Date }): string {
  const from = time(new Date(gap.lostFrom.getTime() - MARGIN_MS));
  const until = time(new Date(gap.lostUntil.getTime() + MARGIN_MS));
  return [
    `We have restored our database and have no record of what happened from ${from} to ${until} (UTC).`,
    'Nothing is shipped twice. Please do two things, in this order:',
    '',
    `1. Send us a list of the orders tagged hub_ship that you received since ${from}, and of the older ones that are not`,
    "   shipped yet; leave out those that were stopped. For each: external_ref, order_id and each line's external_ref, as",
    '   [{ "external_ref": "...", "order_id": "...", "line_items": [{ "external_ref": "..." }] }]; none is [].',
    `2. Then send again every event that you sent us from ${from} to ${until}, with the same event_id and the`,
    '   same bytes, oldest first: order.created, order.cancelled, fulfillment.shipped, return.created. None of them has',
    '   its effect twice. A 503 means that we wait for lists: send it again later. Stock we read from your catalogue.',
  ].join('\n');
}
