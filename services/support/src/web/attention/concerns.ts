import { whyHeld, whyWaiting, type NeedsAttention } from '@hub/support-desk';
import { alertName } from '../alerts/alert-guide';
import { unplacedWords } from '../orders/unplaced/unplaced-words';
import type { Concern, ConcernItem } from './concern';

/** Longer than the relay ever takes when the broker is there. */
const OUTBOX_LATE_MS = 60_000;

interface Now extends NeedsAttention {
  brokerThere: boolean;
}

/** What needs somebody now, the worst first: what stops everything, then what customers wait for, then the rest. Pure. */
export function concernsOf(now: Now, nowMs: number): Concern[] {
  return [
    outbox(now, nowMs),
    callsHeld(now),
    circuits(now),
    unplaced(now),
    waitingLines(now),
    heldOrders(now),
    waitingReturns(now),
    deadLetters(now),
    alerts(now),
    outOfStep(now),
  ].filter(({ count }) => count > 0);
}

/** The outbox alone would not tell: with RabbitMQ away nothing comes in, so there may be nothing to go out. */
function outbox({ outbox: { oldestAt }, brokerThere }: Now, nowMs: number): Concern {
  const late = oldestAt !== null && nowMs - oldestAt.getTime() > OUTBOX_LATE_MS;
  return {
    id: 'outbox',
    tone: 'bad',
    count: late || !brokerThere ? 1 : 0,
    title: 'Messages do not go out',
    words: brokerThere
      ? 'What the services decided waits to be published: look at RabbitMQ. Nothing is lost, but nothing goes on.'
      : 'RabbitMQ is away, or takes nothing: shops are told to send their events again. Nothing is lost, but nothing goes on.',
    oldestAt,
    all: null,
    items: [],
  };
}

function callsHeld({ callsHeld: shops }: NeedsAttention): Concern {
  return {
    id: 'calls-held',
    tone: 'bad',
    count: shops.length,
    title: shops.length === 1 ? 'shop does not let us in' : 'shops do not let us in',
    words:
      'Their stores refuse our credentials: all calls, or those of one kind, are held, with one probe every five minutes.',
    oldestAt: shops[0]?.since ?? null,
    all: null,
    items: shops.map((held) => shopItem(held.shop, held.since)),
  };
}

function circuits({ circuitsOpen: shops }: NeedsAttention): Concern {
  return {
    id: 'circuits',
    tone: 'bad',
    count: shops.length,
    title: shops.length === 1 ? 'shop does not answer' : 'shops do not answer',
    words: 'Five attempts in a row failed: their stores are left alone but for a trial each half minute.',
    oldestAt: shops[0]?.since ?? null,
    all: null,
    items: shops.map((open) => shopItem(open.shop, open.since)),
  };
}

/** Paid lines that no shop has. Those that are only on their way to one are no concern until they are overdue (D18). */
function unplaced({ unplaced: situations }: NeedsAttention): Concern {
  const lines = situations.reduce((sum, one) => sum + one.lines, 0);
  const overdue = situations.reduce((sum, one) => sum + one.overdue, 0);
  const stuck = situations.some(({ situation }) => situation === 'refused' || situation === 'disputed');
  return {
    id: 'unplaced',
    tone: 'bad',
    count: overdue > 0 || stuck ? lines : 0,
    title: lines === 1 ? 'paid line is not yet at a shop' : 'paid lines are not yet at a shop',
    words: `No shop has them yet; ${overdue === 0 ? 'none' : overdue} for over an hour.`,
    oldestAt: null,
    all: { href: '/orders/unplaced', name: 'All of them' },
    items: situations.map((one) => ({
      href: '/orders/unplaced',
      name: one.lines === 1 ? '1 line' : `${one.lines} lines`,
      words: unplacedWords(one.situation),
      since: one.oldestAt,
    })),
  };
}

function waitingLines({ waitingLines: lines }: NeedsAttention): Concern {
  return {
    id: 'waiting-lines',
    tone: 'bad',
    count: lines.count,
    title: lines.count === 1 ? 'line waits for a shop' : 'lines wait for a shop',
    words: 'Customers have paid, and nobody ships yet.',
    oldestAt: lines.oldestAt,
    all: null,
    items: lines.items.map((line) => orderItem(line, whyWaiting(line.waitingReason ?? 'not looked for yet'))),
    unshown: lines.count - lines.items.length,
  };
}

function heldOrders({ heldOrders: orders }: NeedsAttention): Concern {
  return {
    id: 'held-orders',
    tone: 'bad',
    count: orders.count,
    title: orders.count === 1 ? 'order is held' : 'orders are held',
    words: 'Nothing of a held order is given to a shop until somebody ends the hold.',
    oldestAt: orders.oldestAt,
    all: null,
    items: orders.items.map((order) => orderItem(order, order.heldReason ? whyHeld(order.heldReason) : '')),
    unshown: orders.count - orders.items.length,
  };
}

function waitingReturns({ waitingReturns: returns }: NeedsAttention): Concern {
  return {
    id: 'waiting-returns',
    tone: 'bad',
    count: returns.count,
    title: returns.count === 1 ? 'return waits for support' : 'returns wait for support',
    words: 'Goods came back, and the selling shop was not told, for its customer could be refunded twice.',
    oldestAt: returns.oldestAt,
    all: null,
    items: returns.items.map((goods) => ({
      href: `/orders/${goods.id}`,
      name: `Order ${goods.orderId}`,
      words: `reported by ${goods.shop}`,
      since: goods.since,
    })),
    unshown: returns.count - returns.items.length,
  };
}

function deadLetters({ deadLetters: dead }: NeedsAttention): Concern {
  return {
    id: 'dead-letters',
    tone: 'bad',
    count: dead.open,
    title: dead.open === 1 ? 'dead letter' : 'dead letters',
    words: `Messages that failed for good, of ${dead.groups === 1 ? 'one cause' : `${dead.groups} causes`}${dead.replaying > 0 ? `; ${dead.replaying} more are being replayed` : ''}.`,
    oldestAt: dead.oldestAt,
    all: { href: '/dead-letters', name: 'All dead letters' },
    items: dead.largest.map((group) => ({
      href: `/dead-letters?${new URLSearchParams({ origin: group.origin, reason: group.reason }).toString()}`,
      name: group.reason,
      words: `${group.letters === 1 ? '1 message' : `${group.letters} messages`} in ${group.origin}`,
      since: group.lastFailedAt,
    })),
  };
}

function alerts({ alerts: kinds }: NeedsAttention): Concern {
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const oldest = kinds.map(({ oldestAt }) => oldestAt.getTime()).toSorted((a, b) => a - b)[0];
  return {
    id: 'alerts',
    tone: 'warn',
    count,
    title: count === 1 ? 'alert is not resolved' : 'alerts are not resolved',
    words: 'What the services told support, by kind.',
    oldestAt: oldest === undefined ? null : new Date(oldest),
    all: { href: '/alerts', name: 'All alerts' },
    items: kinds.map((kind) => ({
      href: `/alerts?${new URLSearchParams({ kind: kind.kind }).toString()}`,
      name: alertName(kind.kind),
      words: alertWords(kind),
      since: kind.oldestAt,
    })),
  };
}

function outOfStep({ outOfStep: quantities }: NeedsAttention): Concern {
  return {
    id: 'out-of-step',
    tone: 'warn',
    count: quantities.count,
    title: quantities.count === 1 ? 'network quantity is out of step' : 'network quantities are out of step',
    words: 'A store shows another quantity than the network has. It is written again every sync cycle.',
    oldestAt: quantities.oldestAt,
    all: null,
    items: quantities.shops.map(({ shop, count, oldestAt }) => ({
      href: `/shops/${shop}#out-of-step`,
      name: shop,
      words: count === 1 ? '1 quantity' : `${count} quantities`,
      since: oldestAt,
    })),
  };
}

function alertWords({ count, taken, latest }: NeedsAttention['alerts'][number]): string {
  const takers = taken > 0 ? ` (${taken} taken)` : '';
  return count === 1 ? `${latest}${takers}` : `${count} of them${takers}, the latest: ${latest}`;
}

function shopItem(shop: string, since: Date): ConcernItem {
  return { href: `/shops/${shop}`, name: shop, words: '', since };
}

function orderItem(
  order: { id: string; shop: string; orderId: string; since: Date },
  words: string,
): ConcernItem {
  return {
    href: `/orders/${order.id}`,
    name: `${order.orderId} of ${order.shop}`,
    words,
    since: order.since,
  };
}
