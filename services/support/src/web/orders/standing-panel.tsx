import { standingsOf, type OrderTimeline, type Standing } from '@hub/desk/orders';
import { Time } from '../layout/time';
import { ShopLinked } from './shop-linked';

/** Where the order stands: who has each of its lines, and since when. */
export function StandingPanel({ order, calm, now }: { order: OrderTimeline; calm: boolean; now: number }) {
  const standings = standingsOf(order);
  const [only] = standings;
  return (
    <section class={calm ? 'panel calm' : 'panel'} id="standing" aria-label="Where it stands">
      {standings.length === 1 && only ? (
        <p>
          <Sentence standing={only} now={now} />
        </p>
      ) : (
        <ul class="items">
          {standings.map((standing) => (
            <li>
              <span>
                {standing.lines.length > 0 && `${linesText(standing.lines)}: `}
                <Sentence standing={standing} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {calm && <p class="soft">No open problems.</p>}
    </section>
  );
}

function Sentence({ standing: { says, shop, since }, now }: { standing: Standing; now: number }) {
  return (
    <>
      <ShopLinked text={says} shop={shop ?? undefined} />, {since.what} <Time at={since.at} since={now} />.
    </>
  );
}

const NAMED = 3;

function linesText(lines: readonly string[]): string {
  if (lines.length > NAMED) return `${lines.length} lines`;
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}`;
}
