import { criteriaText } from '@hub/orders/routing';
import type { OrderTimeline } from '@hub/desk/orders';
import { Scroll } from '../layout/scroll';
import { ShopLink } from '../layout/shop-link';

type Decision = OrderTimeline['decisions'][number];
type Line = Decision['lines'][number];

/** Why each line went where it went (D19): its candidates in their order, and what ruled the others out. */
export function DecisionDetails({ order, decision }: { order: OrderTimeline; decision: Decision }) {
  return (
    <>
      <DecisionLines lines={decision.lines} heading="h4" />
      <p class="soft">
        Policy {decision.policyVersion}
        {decision.criteria === null ? '' : `: ${criteriaText(decision.criteria)}, then the older shop`}.{' '}
        <a href={`/orders/${order.id}/replay`}>What would another policy have chosen?</a>
      </p>
    </>
  );
}

/** The candidates for each line, and what ruled the others out. */
export function DecisionLines({ lines, heading: Heading }: { lines: readonly Line[]; heading: 'h3' | 'h4' }) {
  return (
    <>
      {lines.map((line) => (
        <section class="sub">
          <Heading>
            Line {line.lineItemId}: {endOf(line)}
          </Heading>
          {line.candidates.length > 0 && <Candidates line={line} />}
          <RuledOut line={line} />
          <Counted line={line} />
        </section>
      ))}
    </>
  );
}

function endOf({ chosen, waitsBecause }: Line): string {
  return chosen ? `${chosen.shopName} ships it` : `it waits: ${waitsBecause ?? 'no shop was found'}`;
}

function Candidates({ line }: { line: Line }) {
  const label = `Shops that could ship line ${line.lineItemId}`;
  return (
    <Scroll label={label}>
      <table class="tight rows">
        <caption>Could ship it, best first</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Rank
            </th>
            <th scope="col">Shop</th>
            <th scope="col">Its variant</th>
            <th scope="col" class="number">
              Free stock
            </th>
            <th scope="col" class="number">
              Distance
            </th>
            <th scope="col">Ships another line</th>
          </tr>
        </thead>
        <tbody>
          {line.candidates.map((shop) => (
            <tr>
              <td class="number" data-label="Rank">
                {shop.rank}
              </td>
              <th scope="row" data-label="Shop">
                <ShopLink shop={shop.shop} name={shop.shopName} />
                {shop.shop === line.chosen?.shop && ' (chosen)'}
                {shop.full && !shop.hasParcel && ' (has its orders for the day: after others)'}
                {shop.suspended && ' (its calls were suspended or failing: last)'}
              </th>
              <td data-label="Its variant">{shop.variantId}</td>
              <td class="number" data-label="Free stock">
                {shop.freeStock}
              </td>
              <td class="number" data-label="Distance">
                {distance(shop.distanceKm)}
              </td>
              <td data-label="Ships another line">{shop.hasParcel ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function RuledOut({ line }: { line: Line }) {
  if (line.ruledOut.length === 0)
    return line.candidates.length === 0 ? <p>No other shop has this article.</p> : null;
  return (
    <>
      <p class="list-head">Ruled out</p>
      <ul class="plain">
        {line.ruledOut.map(({ shop, shopName, why, freeStock, distanceKm }) => (
          <li>
            <ShopLink shop={shop} name={shopName} /> {why}{' '}
            <span class="soft">
              (free stock {freeStock}
              {distanceKm === null ? '' : `, ${distance(distanceKm)}`})
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In a large network the best ten shops are stored in full. */
function Counted({ line: { counted } }: { line: Line }) {
  const others = counted.ruledOut.map(({ why, shops }) => `${shops} ${why}`);
  if (counted.candidates > 0) others.unshift(`${counted.candidates} could ship it too, ranked lower`);
  if (others.length === 0) return null;
  return <p class="soft">The best ten shops are listed. Of the others: {others.join('; ')}.</p>;
}

function distance(km: number | null): string {
  return km === null ? 'not known' : `${Math.round(km)} km`;
}
