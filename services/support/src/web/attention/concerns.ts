import type { AtRisk, NeedsAttention } from '@hub/support-desk';
import { alertName } from '../alerts/alert-guide';
import { actorLabel, amountLabel, riskAddress, riskName, SITUATIONS, whyAtRisk } from '../at-risk/risk-words';
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
    ...ordersAtRisk(now),
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

function callsHeld({ callsHeld: shops, behindStores }: NeedsAttention): Concern {
  return {
    id: 'calls-held',
    tone: 'bad',
    count: shops.length,
    title: shops.length === 1 ? 'shop does not let us in' : 'shops do not let us in',
    words:
      'Their stores refuse our credentials: all calls, or those of one kind, are suspended, with one probe every five minutes.',
    oldestAt: shops[0]?.since ?? null,
    all: null,
    items: shops.map((held) => shopItem(held, behindStores)),
  };
}

function circuits({ circuitsOpen: shops, behindStores }: NeedsAttention): Concern {
  return {
    id: 'circuits',
    tone: 'bad',
    count: shops.length,
    title: shops.length === 1 ? 'shop does not answer' : 'shops do not answer',
    words: 'Five attempts in a row failed: calls are suspended but for a trial each half minute.',
    oldestAt: shops[0]?.since ?? null,
    all: null,
    items: shops.map((open) => shopItem(open, behindStores)),
  };
}

/** What of paid orders is not as it should be: the order's own state says so, whatever became of alerts and messages. */
function ordersAtRisk({ orders }: NeedsAttention): Concern[] {
  return orders.map(({ situation, total, overdue, items }) => {
    const { one, many, means } = SITUATIONS[situation];
    return {
      id: situation.replaceAll('_', '-'),
      tone: situation === 'refused_at_door' ? 'warn' : 'bad',
      count: total,
      title: total === 1 ? one : many,
      words: overdue === 0 ? means : `${means} ${overdue} overdue.`,
      oldestAt: items[0]?.since ?? null,
      all: { href: `/at-risk?situation=${situation}`, name: 'All of them' },
      items: items.map(riskItem),
      unshown: total - items.length,
    };
  });
}

function riskItem(risk: AtRisk): ConcernItem {
  const stake = amountLabel(risk);
  const words = [whyAtRisk(risk), ...(stake === null ? [] : [stake]), actorLabel(risk)];
  return { href: riskAddress(risk), name: riskName(risk), words: words.join(' · '), since: risk.since };
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

function shopItem(
  { shop, since }: { shop: string; since: Date },
  behindStores: NeedsAttention['behindStores'],
): ConcernItem {
  const orders = behindStores.get(shop) ?? 0;
  const words =
    orders === 0
      ? ''
      : `${orders === 1 ? '1 paid order waits' : `${orders} paid orders wait`} because of this`;
  return { href: `/shops/${shop}`, name: shop, words, since };
}
