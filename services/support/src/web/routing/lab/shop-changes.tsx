import type { ShownLabRun } from '@hub/desk/routing/lab';
import { amount, counted, figure } from '@hub/desk/words';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';
import { LAB } from './lab-labels';
import { ShopLink } from '../../layout/shop-link';

export type LabShop = ShownLabRun['shops'][number];

/** The most shops on the page; the file has all. */
const SHOWN = 50;
const DRAWN = 12;

/** The largest difference first. */
export function byDifference(shops: readonly LabShop[]): LabShop[] {
  return shops.toSorted(
    (a, b) => Math.abs(Number(b.more)) - Math.abs(Number(a.more)) || (a.slug < b.slug ? -1 : 1),
  );
}

export const SHOP_COLUMNS: readonly Column<LabShop>[] = [
  {
    name: 'Shop',
    head: true,
    text: ({ name }) => name,
    cell: ({ slug, name }) => <ShopLink shop={slug} name={name} />,
  },
  { name: 'Slug', fileOnly: true, text: ({ slug }) => slug },
  { name: 'Lines as decided', number: true, text: ({ lines }) => lines.was },
  { name: 'Lines, other policy', number: true, text: ({ lines }) => lines.becomes },
  { name: 'Currency', text: ({ currency }) => currency },
  {
    name: 'Payout as decided',
    number: true,
    text: ({ owed }) => owed.was,
    cell: ({ owed }) => amount(owed.was),
  },
  {
    name: 'Payout, other policy',
    number: true,
    text: ({ owed }) => owed.becomes,
    cell: ({ owed }) => amount(owed.becomes),
  },
  { name: 'Difference', number: true, text: ({ more }) => more, cell: ({ more }) => signed(more) },
  { name: 'Orders as decided', number: true, text: ({ orders }) => orders.was },
  { name: 'Orders, other policy', number: true, text: ({ orders }) => orders.becomes },
];

/** Which shops win and which lose, by their payouts. */
export function ShopChanges({ run }: { run: ShownLabRun }) {
  const { unpriced } = run.figures;
  const shops = byDifference(run.shops);
  const currencies = [...new Set(shops.map(({ currency }) => currency))].toSorted();
  return (
    <section aria-labelledby="shops-title">
      <h2 id="shops-title">Payouts by shop</h2>
      {shops.length === 0 ? (
        <p>No line went to a shop.</p>
      ) : (
        <>
          {currencies.map((currency) => (
            <Differences currency={currency} shops={shops.filter((shop) => shop.currency === currency)} />
          ))}
          <DataTable label="Table of payouts by shop" columns={SHOP_COLUMNS} rows={shops.slice(0, SHOWN)} />
          <p>
            <a href={`${LAB}/${run.id}/shops.csv`}>All {counted(shops.length, 'shop')} as CSV</a>
          </p>
        </>
      )}
      {unpriced > 0 && (
        <p class="soft">
          {figure(unpriced)} {unpriced === 1 ? 'line is' : 'lines are'} in neither payout: a rate of the other
          shop is not known, or nothing was promised.
        </p>
      )}
    </section>
  );
}

const [WIDTH, HEIGHT] = [200, 12];

/** Winners to the right, losers to the left. */
function Differences({ currency, shops }: { currency: string; shops: readonly LabShop[] }) {
  const drawn = shops.filter(({ more }) => Number(more) !== 0).slice(0, DRAWN);
  if (drawn.length === 0) return <p class="soft">No shop would be paid more or less in {currency}.</p>;
  const most = Math.max(...drawn.map(({ more }) => Math.abs(Number(more))));
  return (
    <figure class="bars">
      <figcaption>Who would be paid more (right), who less (left), in {currency}</figcaption>
      <ul class="plain">
        {drawn.map(({ name, more }) => (
          <li>
            <span>{name}</span>
            <Difference share={Number(more) / most} />
            <span class="number">{signed(more)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** @param share −1 … 1: to the left, or to the right of the middle */
function Difference({ share }: { share: number }) {
  const width = (Math.abs(share) * WIDTH) / 2;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
      <rect
        class={share > 0 ? 'wins' : 'loses'}
        x={share > 0 ? WIDTH / 2 : WIDTH / 2 - width}
        width={width}
        height={HEIGHT}
      />
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
    </svg>
  );
}

function signed(decimal: string): string {
  return Number(decimal) > 0 ? `+${amount(decimal)}` : amount(decimal).replace('-', '−');
}
