import type { OrderTimeline } from '@hub/support-desk';
import { Time, Zone } from '../layout/time';
import { TimelineEntry } from './timeline-entry';

/** The timeline of the order: each event with its time as text, and details to expand. */
export function Timeline({ order }: { order: OrderTimeline }) {
  const days = byDay(order.entries);
  return (
    <section aria-labelledby="story">
      <h2 id="story">What happened</h2>
      {days.map(({ day, entries }) => (
        <>
          <h3 class="day">
            {day} <small>UTC</small>
          </h3>
          <ol class="timeline">
            {entries.map((entry, index) => (
              <TimelineEntry key={`${day}-${index}`} order={order} entry={entry} />
            ))}
          </ol>
        </>
      ))}
      <p class="soft">
        Received <Time at={order.receivedAt} /> <Zone /> under correlation <code>{order.correlation}</code>.
      </p>
    </section>
  );
}

type Entries = OrderTimeline['entries'];

/** Entries are sorted by time, so those of a day are adjacent. */
function byDay(entries: Entries): { day: string; entries: Entries }[] {
  const days: { day: string; entries: Entries }[] = [];
  for (const entry of entries) {
    const day = entry.at.toISOString().slice(0, 10);
    const latest = days.at(-1);
    if (latest?.day === day) latest.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
