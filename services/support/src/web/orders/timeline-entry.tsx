import { callFigures, callText, type StoreCall } from './call-labels';
import { callTone } from '@hub/desk/calls';
import type { OrderTimeline, ShopOfOrder } from '@hub/desk/orders';
import type { ComponentChildren } from 'preact';
import { Time } from '../layout/time';
import { CallDetails } from './call-details';
import { DecisionDetails } from './decision-details';
import { EventDetails, eventTone } from './event-details';
import { ShopLinked } from './shop-linked';
import { EntryLinks } from './timeline-links';

type Entry = OrderTimeline['entries'][number];

const NAMES: Record<Entry['kind'], string> = {
  order: 'Order',
  event: 'Event',
  decision: 'Routing',
  placing: 'Placing',
  package: 'Package',
  cancellation: 'Stop',
  return: 'Return',
  call: 'Store call',
  alert: 'Alert',
  dead_letter: 'Failed message',
  action: 'Support',
};

/** What an entry shows besides its title. */
interface Unfolded {
  title?: string;
  detail?: string;
  tone?: string;
  /** The label of the collapsed details. */
  summary: string;
  more: ComponentChildren;
}

export function TimelineEntry({ order, entry }: { order: OrderTimeline; entry: Entry }) {
  const unfolded = unfold(order, entry);
  const { title = entry.title, detail = entry.detail, tone = toneOf(entry) } = unfolded ?? {};
  return (
    <li class={`${entry.kind} ${tone}`}>
      <p class="when">
        <Time at={entry.at} /> <span class="kind">{NAMES[entry.kind]}</span>
      </p>
      <div class="what">
        <p class="title">
          <ShopLinked text={title} shop={shopOf(entry)} /> <EntryLinks entry={entry} />
        </p>
        {detail && <p class="detail">{detail}</p>}
        {unfolded && (
          <details id={foldId(entry)}>
            <summary>{unfolded.summary}</summary>
            {unfolded.more}
          </details>
        )}
      </div>
    </li>
  );
}

/** The shop that the entry is about, named in its text. */
function shopOf({ links }: Entry): ShopOfOrder | undefined {
  const link = links.find(({ to }) => to === 'shop');
  return link && { shop: link.id, shopName: link.label };
}

function unfold(order: OrderTimeline, entry: Entry): Unfolded | null {
  const id = entry.links.find(({ to }) => to === entry.kind)?.id;
  switch (entry.kind) {
    case 'call': {
      const call = order.calls.find((one) => one.id === id);
      return call ? unfoldCall(call) : null;
    }
    case 'decision': {
      const decision = order.decisions.find((one) => one.id === id);
      if (!decision) return null;
      return {
        summary: 'Why: candidates and who was ruled out',
        more: <DecisionDetails order={order} decision={decision} />,
      };
    }
    case 'event': {
      const event = order.events.find((one) => one.eventId === id);
      if (!event) return null;
      return {
        tone: eventTone(event),
        summary: 'The event and the answer to it',
        more: <EventDetails event={event} />,
      };
    }
    default:
      return null;
  }
}

function unfoldCall(call: StoreCall): Unfolded {
  return {
    title: callText(call),
    detail: callFigures(call),
    tone: callTone(call),
    summary: 'What was sent and what came back',
    more: <CallDetails call={call} />,
  };
}

function toneOf({ kind, title }: Entry): string {
  if (kind === 'alert') return title.startsWith('Resolved') ? 'good' : 'bad';
  if (kind === 'dead_letter') return title.includes('failed permanently') ? 'bad' : 'quiet';
  return kind === 'placing' && title.includes('given up') ? 'bad' : 'quiet';
}

/** Constant across refreshes, so that expanded details stay expanded. */
function foldId(entry: Entry): string {
  return ['fold', entry.kind, ...entry.links.map(({ id }) => id)].join('-');
}
