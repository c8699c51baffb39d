// Written by `npm run docs` from the lists of the desk.

/** The command, the filters and the sortings of each list. */
export const LIST_OPTIONS = {
  "/alerts": {
    command: {"name":"alerts.list","says":"alerts, the latest first"},
    filters: [
      {"name":"state","kind":"choice","says":"one of unresolved, open, taken, resolved, any; unresolved if not given"},
      {"name":"kind","kind":"choice","says":"of this kind alone, such as tracking_failed"},
      {"name":"shop","kind":"shop","says":"of this shop alone"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/audit": {
    command: {"name":"audit.list","says":"actions of support and views of personal data, the newest first"},
    filters: [
      {"name":"actor","kind":"text","says":"who did it, such as agent:ada or cli:root"},
      {"name":"subject","kind":"text","says":"what it was done to, such as order:<id> or dead_letter:<id>"},
      {"name":"action","kind":"choice","says":"what was done, such as order.reroute"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [],
  },
  "/calls": {
    command: {"name":"call.list","says":"calls to stores and what became of them, the latest first"},
    filters: [
      {"name":"shop","kind":"shop","says":"to the store of this shop"},
      {"name":"operation","kind":"choice","says":"one of read_products, write_inventory, place_order, deliver_tracking, cancel_order, register_return"},
      {"name":"answer","kind":"text","says":"with this answer: 422, 4xx, none, failed, an outcome or an error code"},
      {"name":"reference","kind":"text","says":"with this reference"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/cases": {
    command: {"name":"case.list","says":"cases, the latest first"},
    filters: [
      {"name":"state","kind":"choice","says":"one of open, snoozed, closed, left, any; open if not given"},
      {"name":"owner","kind":"text","says":"of this colleague; me, none, or calls_me for those that call you in a note"},
      {"name":"shop","kind":"shop","says":"of this shop alone"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/catalogue-runs": {
    command: {"name":"catalogue.runs","says":"readings of the catalogue of a shop, with their counts","argument":"<shop>","under":"runs"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"state","kind":"choice","says":"one of queued, reading, waiting, accepted, refused, failed"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/dead-letters/causes": {
    command: {"name":"dead.groups","says":"failed messages by cause: the queue they failed in and the reason"},
    filters: [
      {"name":"text","kind":"text","says":"an order id, an event id or a correlation, exactly"},
      {"name":"state","kind":"choice","says":"one of open, replaying, resolved, discarded, any; open if not given"},
      {"name":"shop","kind":"shop","says":"of this shop alone"},
      {"name":"type","kind":"choice","says":"of this message type alone, such as order.created"},
      {"name":"origin","kind":"choice","says":"that failed in this queue"},
      {"name":"reason","kind":"text","says":"that failed for this reason alone"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["failures","most failures first"],["latest","failed last first"],["oldest","oldest first"]],
  },
  "/events": {
    command: {"name":"events.list","says":"what a shop sent and what it was answered, newest first","argument":"<shop>"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"event","kind":"choice","says":"one of inventory.updated, order.created, order.cancelled, fulfillment.shipped, return.created"},
      {"name":"answer","kind":"text","says":"with this answer: 422, 4xx, refused, accepted, or a code"},
      {"name":"order","kind":"text","says":"about this order, as the shop names it"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"],["shop","by shop"],["answer","refused ones first"]],
  },
  "/first": {
    command: {"name":"case.first","says":"what comes first: every open problem, the most urgent first"},
    filters: [
      {"name":"owner","kind":"text","says":"of this colleague; me, or none for those that are unassigned"},
      {"name":"shop","kind":"shop","says":"of this shop alone"},
    ],
    sorts: [],
  },
  "/links": {
    command: null,
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"confidence","kind":"choice","says":"one of sure, likely, possible"},
      {"name":"state","kind":"choice","says":"one of undecided, agreed, confirmed, refused, undone, any; undecided if not given"},
      {"name":"article","kind":"text","says":"that make or made a variant this article"},
    ],
    sorts: [],
  },
  "/dead-letters": {
    command: {"name":"dead.list","says":"failed messages, those that failed last first"},
    filters: [
      {"name":"text","kind":"text","says":"an order id, an event id or a correlation, exactly"},
      {"name":"state","kind":"choice","says":"one of open, replaying, resolved, discarded, any; any if not given"},
      {"name":"shop","kind":"shop","says":"of this shop alone"},
      {"name":"type","kind":"choice","says":"of this message type alone, such as order.created"},
      {"name":"origin","kind":"choice","says":"that failed in this queue"},
      {"name":"reason","kind":"text","says":"that failed for this reason alone"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/shop-mails": {
    command: {"name":"shop.mails","says":"mails to shops about what waits for them, one a day for each cause"},
    filters: [
      {"name":"shop","kind":"shop","says":"to this shop alone"},
      {"name":"cause","kind":"choice","says":"one of token_refused, catalogue_refused, events_refused, order_disputed, cancellation_unanswered, reminder, orders_to_ship, link_proposals"},
      {"name":"state","kind":"choice","says":"one of due, sending, sent, refused, bounced, unknown, given_up"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/orders/list": {
    command: {"name":"order.list","says":"orders as they stand, the newest first"},
    filters: [
      {"name":"shop","kind":"shop","says":"sold by this shop"},
      {"name":"ships","kind":"shop","says":"that this shop has, or had, a part of to ship"},
      {"name":"state","kind":"choice","says":"one of held, stopping, cancelled, own, refused, disputed, waiting, not_placed, routing, placing, placed, partly_shipped, shipped, partly_returned, returned, dry_run, closed"},
      {"name":"reason","kind":"choice","says":"why it waits or is held, such as no_candidate"},
      {"name":"article","kind":"text","says":"with this article: its GTIN, or H… where people linked it"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/money": {
    command: {"name":"money.pairs","says":"what each shop owes each other one in a month","under":"pairs"},
    filters: [
      {"name":"month","kind":"month","says":"of this month (UTC), such as 2026-11; the current one if not given"},
    ],
    sorts: [],
  },
  "/links/pairs": {
    command: {"name":"link.list","says":"how many wait by shop; of a shop or an article, which"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"confidence","kind":"choice","says":"one of sure, likely, possible"},
      {"name":"state","kind":"choice","says":"one of undecided, agreed, confirmed, refused, undone, any; undecided if not given"},
      {"name":"article","kind":"text","says":"that make or made a variant this article"},
    ],
    sorts: [],
  },
  "/money/returns": {
    command: {"name":"money.returns","says":"the returned orders of a shop in a period, each once","argument":"<shop>","under":"orders"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"from","kind":"day","says":"from this day on, such as 2026-11-01; the current month if neither day is given"},
      {"name":"to","kind":"day","says":"up to this day, which counts"},
    ],
    sorts: [],
  },
  "/at-risk": {
    command: {"name":"order.at-risk","says":"what is not done of paid orders, the longest waiting first"},
    filters: [
      {"name":"situation","kind":"choice","says":"one of refused, disputed, store_away, placing, waiting, not_shipped, order_held, stop_unfinished, rest_not_shipped, tracking_owed, return_owed, return_waiting, event_refused, undecided, refused_at_door"},
      {"name":"store","kind":"shop","says":"that waits for the store or the people of this shop"},
    ],
    sorts: [],
  },
  "/dead-letters/runs": {
    command: {"name":"dead.runs","says":"bulk runs, the newest first: who, why, how far"},
    filters: [
      {"name":"state","kind":"choice","says":"one of running, paused, stopped, finished"},
      {"name":"action","kind":"choice","says":"one of replay, discard, restore"},
      {"name":"by","kind":"choice","says":"me: those that you started"},
      {"name":"since","kind":"moment","says":"from then on"},
      {"name":"until","kind":"moment","says":"before then"},
    ],
    sorts: [["oldest","oldest first"]],
  },
  "/money/lines": {
    command: {"name":"money.lines","says":"the lines of a shop that settled in a period","argument":"<shop>","under":"lines"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"from","kind":"day","says":"from this day on, such as 2026-11-01; the current month if neither day is given"},
      {"name":"to","kind":"day","says":"up to this day, which counts"},
      {"name":"side","kind":"choice","says":"one of ships, sells"},
    ],
    sorts: [],
  },
  "/shops": {
    command: {"name":"shop.health","says":"how things stand with each store: calls, catalogue, quantities, what is open","argument":"[shop]"},
    filters: [
      {"name":"name","kind":"text","says":"with this in its name or slug"},
      {"name":"shop","kind":"shop","says":"one shop alone"},
      {"name":"state","kind":"choice","says":"one of held, away, look, failing, paused, well"},
      {"name":"orders","kind":"choice","says":"one of off, dry_run, live, draining"},
      {"name":"with","kind":"choice","says":"one of at_risk, held, failing, out_of_sync"},
    ],
    sorts: [["state","the worst first"],["risk","most at risk first"],["calls","most calls first"],["failures","most failures first"],["latency","the slowest first"],["out_of_sync","most out of sync first"]],
  },
  "/shop-figures": {
    command: {"name":"shop.figures","says":"how shops do: each figure over 30 days and day by day","under":"figures"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"figure","kind":"choice","says":"one of time_to_accept, time_to_ship, shipped_late, cannot_ship, refused, returned, cancelled, stock_late, stock_refused, calls_failed"},
    ],
    sorts: [],
  },
  "/tokens": {
    command: {"name":"token.list","says":"those that are valid: your own, and to a lead everyone’s","under":"tokens"},
    filters: [
      {"name":"person","kind":"text","says":"of this person alone"},
      {"name":"role","kind":"choice","says":"with this role alone: viewer, agent, lead"},
    ],
    sorts: [],
  },
  "/unlinked": {
    command: {"name":"catalogue.unlinked","says":"variants that are linked to no article, and why","under":"variants"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop"},
      {"name":"why","kind":"choice","says":"one of missing_barcode, invalid_barcode, restricted_barcode, duplicate_barcode, article_taken"},
    ],
    sorts: [],
  },
  "/money/vat": {
    command: {"name":"vat.list","says":"all rates","argument":"[country]"},
    filters: [
      {"name":"country","kind":"text","says":"of this country alone: its ISO 3166-1 code, such as SE"},
    ],
    sorts: [],
  },
  "/links/waiting": {
    command: {"name":"link.waiting"},
    filters: [
      {"name":"shop","kind":"shop","says":"of this shop alone"},
    ],
    sorts: [],
  },
} as const;
