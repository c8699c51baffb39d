import { listAddress } from '@hub/desk/engine';
import type { ArticleStock } from '@hub/desk/stock';
import type { TimeRange } from '@hub/desk/figures';
import { figure } from '@hub/desk/words';
import { Chart } from '../charts/chart';
import { RangeTabs } from '../charts/range-tabs';
import { Live } from '../layout/live';
import { DataTable } from '../lists/data-table';
import { SHOP_COLUMNS, STOCK_COLUMNS } from './article-tables';
import { stockRows, stockSeries } from './over-steps';

export interface ArticlePageProps {
  gtin: string;
  article: ArticleStock;
  range: TimeRange;
}

/** An article of the network: who has how much of it, now and over time. */
export function ArticlePage({ gtin, article, range }: ArticlePageProps) {
  const { variants, shops } = article;
  const [first] = variants;
  const path = `/articles/${gtin}`;
  return (
    <>
      <header class="head">
        <h1>
          {first?.title} <small>{first && `${first.brand}, ${first.size}`}</small>
        </h1>
        <p class="states">
          {gtin.startsWith('H') ? 'Linked by people, no GTIN' : `GTIN ${gtin}`} ·{' '}
          <a href={listAddress('/orders/list', { article: gtin })}>Orders with it</a> ·{' '}
          <a href={listAddress('/links', { article: gtin, state: 'confirmed' })}>Links made by people</a>
        </p>
      </header>
      <RangeTabs path={path} current={range.range} />
      <Live id="article" href={listAddress(path, { range: range.range })} seconds={60}>
        <Chart
          id="stock"
          title="Stock"
          unit={`pieces, at the end of each ${range.step}`}
          steps={range.steps}
          step={range.step}
          series={stockSeries(variants)}
          kind="steps"
          table={{
            columns: STOCK_COLUMNS,
            rows: stockRows(variants, range),
            href: listAddress(`${path}/stock.csv`, { range: range.range }),
          }}
        >
          <p class="soft">
            Free pieces of each shop, and what is promised or blocked at all of them. Noted once an hour;
            where nothing is drawn, nothing was noted yet.
          </p>
        </Chart>
        <h2>Shops that have it</h2>
        <p class="soft">
          {shops > variants.length &&
            `The ${variants.length} with the most pieces, of ${figure(shops)} shops. `}
          <a href={`${path}/shops.csv`}>As CSV</a>
        </p>
        <DataTable label="Shops that have it" columns={SHOP_COLUMNS} rows={variants} />
      </Live>
    </>
  );
}
