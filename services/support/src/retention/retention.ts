import { LIMITS } from '@hub/contract';
import { addLedgerDays, dropLedgerDays, type Sweep } from '@hub/messaging';
import { pruneEndedReservations } from '@hub/desk/stock';
import { addDecisionMonths, dropDecisionMonths, pruneDecisionsWithoutMonth } from '@hub/orders/records';
import { counter } from '@hub/runtime';
import type { SupportConfig } from '../config';
import { alertOldOpenOrders } from './alert-old-open-orders';
import {
  blankCancellations,
  blankLabLines,
  blankLeftBehind,
  blankMarkers,
  blankOldOrders,
  blankOldReturns,
} from './blank-personal-data';
import {
  pruneAlerts,
  pruneBulkRuns,
  pruneLabRuns,
  pruneCallCounts,
  pruneCases,
  pruneCircuits,
  pruneDeadLetters,
  pruneDoorLinks,
  pruneInbox,
  pruneMidnight,
  pruneSelections,
  pruneShopMails,
  pruneStockEvents,
  pruneStoreCalls,
  type PruneRows,
} from './prune-rows';
import { pruneDayFigures, pruneHourFigures, pruneShopFigures } from './prune-figures';
import {
  pruneManyRefused,
  pruneManyUnauthorized,
  pruneManyUnread,
  pruneOldSent,
  pruneSentBodies,
  pruneSentVolume,
} from './prune-sent-events';

/** Rows of one statement and transaction, so that locks are short. */
const BATCH = 1_000;
const EVERY_MS = 60_000;
/** Today and a week: as long as support may be down. */
const DAYS_AHEAD = 8;
/** This month and the two that follow. */
const MONTHS_AHEAD = 3;
const DAY_MS = 24 * 60 * 60_000;
/** Far longer than a message may wait in a queue before it is delivered a second time. */
const INBOX_DAYS = 30;
/** Far longer than an order is open: alerts that are raised once for an order are looked up until then (D30, D31). */
const RESOLVED_ALERT_DAYS = 400;
/** The longest range of the overview, one more day, and the current one. */
const FIGURE_DAYS = 32;

const pruned = counter({
  name: 'hub_retention_rows_total',
  help: 'Rows pruned, or blanked of personal data, because of their age (D30).',
  labelNames: ['what'],
});

/**
 * Retention periods (D30). Outbox rows need no rule: they are deleted on publication, and must not be before.
 * Sweeps log how many rows they processed.
 */
export function retention({
  ROUTING_DECISION_MONTHS,
}: Pick<SupportConfig, 'ROUTING_DECISION_MONTHS'>): Sweep[] {
  return [...RULES, ...ofDecisions(ROUTING_DECISION_MONTHS)];
}

const RULES: readonly Sweep[] = [
  {
    name: 'retention: days of the ledger to come',
    everyMs: EVERY_MS,
    run: (tx, now) => addLedgerDays(tx, now, DAYS_AHEAD),
  },
  {
    name: 'retention: days of the ledger that are over',
    everyMs: EVERY_MS,
    run: (tx, now) => dropLedgerDays(tx, now - LIMITS.stockLedgerDays * DAY_MS),
  },
  rule('stock events', LIMITS.stockLedgerDays, pruneStockEvents),
  rule('events about midnight', 1, pruneMidnight),
  alertOldOpenOrders({ everyMs: EVERY_MS, limit: BATCH }),
  rule('personal data of orders', LIMITS.personalDataDays, blankOldOrders),
  rule('ended reservations', LIMITS.personalDataDays, pruneEndedReservations),
  rule('distances of blanked orders', 0, blankLeftBehind),
  rule('distances in lab runs of blanked orders', 0, blankLabLines),
  rule('personal data of returns', LIMITS.personalDataDays, blankOldReturns),
  rule('reasons of cancellations', LIMITS.personalDataDays, blankCancellations),
  rule('reasons of cancellations of unknown orders', LIMITS.personalDataDays, blankMarkers),
  rule('store calls', LIMITS.callLogDays, pruneStoreCalls),
  rule('counts of store calls', LIMITS.stockLedgerDays, pruneCallCounts),
  rule('failed messages', LIMITS.callLogDays, pruneDeadLetters),
  rule('what shops sent', LIMITS.sentEventDays, pruneOldSent),
  rule('refused events beyond the newest of a shop', 0, pruneManyRefused),
  rule('wrong signatures beyond the newest of a shop', 0, pruneManyUnauthorized),
  rule('unread events beyond the newest of a shop', 0, pruneManyUnread),
  rule('bodies beyond what is kept of a shop', 0, pruneSentBodies),
  rule('volume of bodies', LIMITS.sentEventDays, pruneSentVolume),
  rule('inbox', INBOX_DAYS, pruneInbox),
  rule('resolved alerts', RESOLVED_ALERT_DAYS, pruneAlerts),
  rule('closed cases', LIMITS.callLogDays, pruneCases),
  rule('bulk runs', LIMITS.callLogDays, pruneBulkRuns),
  rule('lab runs', LIMITS.callLogDays, pruneLabRuns),
  rule('frozen sets of failed messages', 1, pruneSelections),
  rule('circuits', 1, pruneCircuits),
  rule('figures by the hour', FIGURE_DAYS, pruneHourFigures),
  rule('figures of shops by the hour', 2, pruneShopFigures),
  rule('figures by the day', FIGURE_DAYS, pruneDayFigures),
  rule("sign-in links of shops' doors", LIMITS.callLogDays, pruneDoorLinks),
  rule('mails to shops', LIMITS.callLogDays, pruneShopMails),
];

/** Routing decisions go by the month. */
function ofDecisions(months: number): Sweep[] {
  return [
    {
      name: 'retention: months of routing decisions to come',
      everyMs: EVERY_MS,
      run: (tx, now) => addDecisionMonths(tx, now, MONTHS_AHEAD),
    },
    {
      name: 'retention: months of routing decisions that are over',
      everyMs: EVERY_MS,
      run: (tx, now) => dropDecisionMonths(tx, now, months),
    },
    rule('routing decisions without a month', 0, (tx, { limit, now }) =>
      pruneDecisionsWithoutMonth(tx, { months, limit, now }),
    ),
  ];
}

function rule(what: string, days: number, prune: PruneRows): Sweep {
  return {
    name: `retention: ${what}`,
    everyMs: EVERY_MS,
    batch: BATCH,
    async run(tx, now) {
      const count = await prune(tx, { before: new Date(now - days * DAY_MS), limit: BATCH, now });
      pruned.inc({ what }, count);
      return count;
    },
  };
}
