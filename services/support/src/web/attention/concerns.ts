import {
  actorLabel,
  amountLabel,
  type AtRisk,
  CASES,
  caseTitle,
  extent,
  type NeedsAttention,
  problemOf,
  riskAddress,
  riskName,
  whyAtRisk,
} from '@hub/support-desk';
import type { Concern, ConcernItem } from './concern';

/** Longer than the relay ever takes while the broker is available. */
const OUTBOX_LATE_MS = 60_000;

interface Now extends NeedsAttention {
  brokerThere: boolean;
}

/** What needs attention now, the worst first: what stops everything, then what customers wait for, then the rest. */
export function concernsOf(now: Now, nowMs: number): Concern[] {
  return [
    outbox(now, nowMs),
    callsHeld(now),
    circuits(now),
    cases(now),
    inNoCase(now),
    ...ordersAtRisk(now),
    ...casesOutOfSight(now),
    outOfSync(now),
  ].filter(({ count }) => count > 0);
}

/** The outbox alone is not enough: with RabbitMQ down nothing comes in, so there may be nothing to go out. */
function outbox({ outbox: { oldestAt }, brokerThere }: Now, nowMs: number): Concern {
  const late = oldestAt !== null && nowMs - oldestAt.getTime() > OUTBOX_LATE_MS;
  return {
    id: 'outbox',
    tone: 'bad',
    count: late || !brokerThere ? 1 : 0,
    title: 'Messages do not go out',
    words: brokerThere
      ? 'What the services decided waits to be published: look at RabbitMQ. Nothing is lost, but nothing goes on.'
      : 'RabbitMQ is unavailable, or takes nothing: shops are asked to send their events again. Nothing is lost, but nothing goes on.',
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
    title: shops.length === 1 ? 'shop refuses our credentials' : 'shops refuse our credentials',
    words: 'All calls, or those of one kind, are suspended, with one probe every five minutes.',
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
    words: 'Five calls in a row failed. Calls are paused; one is tried every 30 s.',
    oldestAt: shops[0]?.since ?? null,
    all: null,
    items: shops.map((open) => shopItem(open, behindStores)),
  };
}

/** Paid orders that are at risk: the order's own state says so, whatever happened to alerts and messages. */
function ordersAtRisk({ orders }: NeedsAttention): Concern[] {
  return orders.map(({ situation, total, overdue, items }) => {
    const { one, many, means } = problemOf(situation);
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

/** One failure is one case: it is not counted as messages and alerts too. */
function cases({ cases: { open, newest } }: NeedsAttention): Concern {
  const oldest = newest.map(({ openedAt }) => openedAt.getTime()).toSorted((a, b) => a - b)[0];
  return {
    id: 'cases',
    tone: 'bad',
    count: open,
    title: open === 1 ? 'case is open' : 'cases are open',
    words: 'One failure is one case, with the orders, failed messages and alerts that it touches.',
    oldestAt: open > newest.length || oldest === undefined ? null : new Date(oldest),
    all: { href: CASES, name: 'All cases' },
    items: newest.map((one) => ({
      href: `${CASES}/${one.id}`,
      name: caseTitle(one),
      words: `${extent(one)} · ${one.owner === null ? 'unassigned' : `with ${one.owner}`}`,
      since: one.since ?? one.openedAt,
    })),
  };
}

/** What is hidden from the open cases although it is still in difficulty. */
function casesOutOfSight({ cases: { snoozed, left } }: NeedsAttention): Concern[] {
  const of = { tone: 'warn' as const, oldestAt: null, items: [] };
  return [
    {
      ...of,
      id: 'cases-left',
      count: left,
      title:
        left === 1
          ? 'case was closed by hand and is not resolved'
          : 'cases were closed by hand and are not resolved',
      words: 'Something in them is still in difficulty.',
      all: { href: `${CASES}?state=left`, name: 'All of them' },
    },
    {
      ...of,
      id: 'cases-snoozed',
      count: snoozed,
      title: snoozed === 1 ? 'case is snoozed' : 'cases are snoozed',
      words: 'They are open again at the moment that was chosen.',
      all: { href: `${CASES}?state=snoozed`, name: 'All of them' },
    },
  ];
}

/** Failures without a case yet: seconds after they occur, or while no sweep for cases can run. */
function inNoCase({ cases: counts, failures: { messages, alerts } }: NeedsAttention): Concern {
  const isSaid = counts.open + counts.snoozed + counts.left > 0;
  return {
    id: 'in-no-case',
    tone: 'bad',
    count: isSaid ? 0 : messages + alerts,
    title: messages + alerts === 1 ? 'failure is in no case yet' : 'failures are in no case yet',
    words: `Failed messages: ${messages}. Alerts: ${alerts}. Cases are looked for every five seconds.`,
    oldestAt: null,
    all:
      messages > 0
        ? { href: '/dead-letters', name: 'All failed messages' }
        : { href: '/alerts', name: 'All alerts' },
    items: [],
  };
}

function outOfSync({ outOfSync: quantities }: NeedsAttention): Concern {
  return {
    id: 'out-of-step',
    tone: 'warn',
    count: quantities.count,
    title: quantities.count === 1 ? 'network quantity is out of sync' : 'network quantities are out of sync',
    words: 'A store shows another quantity than the network has. It is written again every sync cycle.',
    oldestAt: quantities.oldestAt,
    all: null,
    items: quantities.shops.map(({ shop, count, oldestAt }) => ({
      href: `/shops/${shop}#out-of-step`,
      shop,
      name: shop,
      words: count === 1 ? '1 quantity' : `${count} quantities`,
      since: oldestAt,
    })),
  };
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
  return { href: `/shops/${shop}`, name: shop, shop, words, since };
}
