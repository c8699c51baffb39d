import type { OrderTimeline } from '@hub/desk/orders';
import { Time, Zone } from '../layout/time';
import { TimelineEntry } from './timeline-entry';

/** The timeline of the order: each event with its time as text, and details to expand. */
export function Timeline({ order }: { order: OrderTimeline }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <ol class="timeline">
        {order.entries.map((entry, index) => (
          <TimelineEntry key={`entry-${index}`} order={order} entry={entry} />
        ))}
      </ol>
      <p class="soft">
        Received <Time at={order.receivedAt} /> <Zone /> under correlation <code>{order.correlation}</code>.
      </p>
    </section>
  );
}
