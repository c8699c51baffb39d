import { figure } from '@hub/support-desk/words';
import { Live } from '../layout/live';
import { PauseMark } from '../layout/shop-link';
import { Time, Zone } from '../layout/time';
import type { Concern, ConcernItem } from './concern';

export interface AttentionPageProps {
  /** The worst first. */
  concerns: readonly Concern[];
  now: Date;
}

/** The first page an agent sees: what needs attention, the worst first. */
export function AttentionPage({ concerns, now }: AttentionPageProps) {
  return (
    <>
      <h1>What needs attention</h1>
      <Live id="attention" href="/">
        {concerns.length === 0 && <AllClear />}
        <div class="columns">
          {concerns.map((concern) => (
            <ConcernPanel concern={concern} now={now} />
          ))}
        </div>
        <p class="soft">
          As of <Time at={now} /> <Zone />; this page keeps itself fresh.
        </p>
      </Live>
    </>
  );
}

function AllClear() {
  return (
    <div class="panel calm">
      <p>
        <strong>Nothing needs attention.</strong>
      </p>
      <p>
        No case is open, no paid order is at risk, no alert is open, no message has failed permanently, every
        store answers and shows the quantities it should, and messages go out as they come.
      </p>
    </div>
  );
}

function ConcernPanel({ concern, now }: { concern: Concern; now: Date }) {
  const { id, tone, count, title, words, oldestAt, items, all, unshown = 0 } = concern;
  return (
    <section class={`panel trouble ${tone}`} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {id !== 'outbox' && <span class="figure">{figure(count)} </span>}
        {title}
      </h2>
      <p>
        {words}
        {oldestAt && (count > 1 || items.length === 0) && (
          <small>
            {' '}
            Oldest: <Time at={oldestAt} since={now.getTime()} />.
          </small>
        )}
      </p>
      {items.length > 0 && (
        <ul class="items">
          {items.map((item) => (
            <Item item={item} now={now} />
          ))}
        </ul>
      )}
      {all && (
        <p>
          <a href={all.href}>{all.name}</a>
        </p>
      )}
      {unshown > 0 && <p class="soft">These are the oldest; {unshown} more wait.</p>}
    </section>
  );
}

function Item({ item, now }: { item: ConcernItem; now: Date }) {
  return (
    <li>
      <span>
        <a href={item.href}>{item.name}</a>
        <PauseMark shop={item.shop} /> {item.words}
      </span>
      {item.since && (
        <small>
          <Time at={item.since} since={now.getTime()} />
        </small>
      )}
    </li>
  );
}
