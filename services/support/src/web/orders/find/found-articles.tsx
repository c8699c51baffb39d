import type { FoundArticle } from '@hub/desk/orders';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';

const COLUMNS: readonly Column<FoundArticle>[] = [
  {
    name: 'Article',
    head: true,
    text: ({ title }) => title,
    cell: ({ title, gtin }) => <a href={`/orders/list?article=${gtin}`}>Orders with {title}</a>,
  },
  { name: 'Brand', text: ({ brand }) => brand },
  { name: 'Article', text: ({ gtin }) => gtin },
  { name: 'Shops', number: true, text: ({ shops }) => shops },
  {
    name: 'Stock',
    text: () => null,
    cell: ({ title, gtin }) => <a href={`/articles/${gtin}`}>Stock of {title}</a>,
  },
];

/** Articles of a name that no order has. */
export function FoundArticles({ articles, search }: { articles: readonly FoundArticle[]; search: string }) {
  return (
    <section aria-labelledby="articles">
      <h2 id="articles">Articles found under “{search}”</h2>
      <DataTable label="Articles" columns={COLUMNS} rows={articles} />
    </section>
  );
}
