import type { UnlinkedShop, UnlinkedVariant } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { Choice, FilterForm } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { ListEnd } from '../lists/list-end';

export const UNLINKED = '/unlinked';

/** What keeps a variant from its article, and what its shop can do (D14). */
const PROBLEMS: Record<string, string> = {
  missing_barcode: 'no barcode: its shop enters the GTIN',
  invalid_barcode: 'the barcode is no valid GTIN: its shop corrects it',
  restricted_barcode: 'the barcode is a company’s own or names no single article: only people can link it',
  duplicate_barcode: 'another variant of the shop has the same barcode: its shop gives each its own',
  article_taken:
    'it came back, and another variant of the shop has its article: its shop decides which one it is',
};

/** Unlinked variants, on the page and in the file. */
export const UNLINKED_COLUMNS: readonly Column<UnlinkedVariant>[] = [
  {
    name: 'Shop',
    text: ({ shopName }) => shopName,
    cell: ({ shop, shopName }) => <a href={`/shops/${shop}`}>{shopName}</a>,
  },
  {
    name: 'Article',
    head: true,
    text: ({ title }) => title,
    cell: ({ title, brand, size }) => (
      <>
        {title}
        <br />
        <small>
          {brand}, {size}
        </small>
      </>
    ),
  },
  { name: 'Brand', fileOnly: true, text: ({ brand }) => brand },
  { name: 'Size', fileOnly: true, text: ({ size }) => size },
  {
    name: 'Variant',
    text: ({ variantId }) => variantId,
    cell: ({ variantId }) => <span class="ref">{variantId}</span>,
  },
  { name: 'SKU', text: ({ sku }) => sku },
  {
    name: 'Barcode',
    text: ({ barcode }) => barcode,
    cell: ({ barcode }) => barcode ?? <span class="soft">none</span>,
  },
  {
    name: 'Pieces',
    number: true,
    text: ({ onHand }) => String(onHand),
    cell: ({ onHand }) => figure(String(onHand)),
  },
  {
    name: 'Why',
    text: ({ linkProblem }) => (linkProblem === null ? null : (PROBLEMS[linkProblem] ?? linkProblem)),
  },
];

export interface UnlinkedPageProps {
  shop: string | undefined;
  shops: readonly UnlinkedShop[];
  variants: readonly UnlinkedVariant[];
  paged: boolean;
  next: string | null;
}

/** Variants that are linked to no article: no other shop can ship them, nor be shipped for. */
export function UnlinkedPage({ shop, shops, variants, paged, next }: UnlinkedPageProps) {
  const total = shops.reduce((sum, { unlinked }) => sum + unlinked, 0);
  return (
    <>
      <h1>Unlinked variants</h1>
      <p class="soft">
        Variants of different shops are one article where their barcodes are the same GTIN. What has no valid
        barcode of its own is linked to no article: no other shop ships it, and it ships for none. The shop’s
        next catalogue run links it once the barcode is right; the rest is{' '}
        <a href={listAddress('/links', { shop })}>proposed to people</a>.
      </p>
      <FilterForm action={UNLINKED} label="Unlinked variants" asked={{ shop }}>
        <Choice
          id="shop"
          label="Shop"
          value={shop}
          choices={shops.map(({ shop: slug, name, unlinked }) => [slug, `${name} (${figure(unlinked)})`])}
        />
      </FilterForm>
      {variants.length > 0 && (
        <>
          <p>
            {figure(total)} in {figure(shops.length)} {shops.length === 1 ? 'shop' : 'shops'}.{' '}
            <a href={listAddress(`${UNLINKED}.csv`, { shop })}>As CSV</a>
          </p>
          <DataTable label="Unlinked variants" columns={UNLINKED_COLUMNS} rows={variants} />
        </>
      )}
      <ListEnd
        top={paged ? listAddress(UNLINKED, { shop }) : null}
        next={next}
        lookedUntil={null}
        count={variants.length}
        one="unlinked variant"
      />
    </>
  );
}
