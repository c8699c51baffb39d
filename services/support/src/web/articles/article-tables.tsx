import type { ArticleVariant } from '@hub/desk/stock';
import type { Column } from '../lists/column';
import { ShopLink } from '../layout/shop-link';

/** Pieces of an article at one moment. */
export interface StockRow {
  at: Date;
  /** The total of all shops; null: nothing is known of that time. */
  free: number | null;
  committed: number | null;
}

export const STOCK_COLUMNS: readonly Column<StockRow>[] = [
  { name: 'From', head: true, text: ({ at }) => at },
  { name: 'Free', number: true, text: ({ free }) => free },
  { name: 'Promised or blocked', number: true, text: ({ committed }) => committed },
];

/** Shops that have an article, on the page and in the file. */
export const SHOP_COLUMNS: readonly Column<ArticleVariant>[] = [
  { name: 'Shop id', fileOnly: true, text: ({ shop }) => shop },
  {
    name: 'Shop',
    head: true,
    text: ({ shopName }) => shopName,
    cell: ({ shop, shopName }) => <ShopLink shop={shop} name={shopName} />,
  },
  {
    name: 'Variant',
    text: ({ variantId }) => variantId,
    cell: ({ variantId, retired }) => (
      <>
        <span class="ref">{variantId}</span>
        {retired && <small> retired</small>}
      </>
    ),
  },
  { name: 'Title', fileOnly: true, text: ({ title }) => title },
  { name: 'Retired', fileOnly: true, text: ({ retired }) => (retired ? 'yes' : 'no') },
  { name: 'Pieces', number: true, text: ({ onHand }) => onHand },
  { name: 'Promised or blocked', number: true, text: ({ committed }) => committed },
  { name: 'Free', number: true, text: ({ onHand, committed }) => Math.max(0, onHand - committed) },
  { name: 'Network quantity', number: true, text: ({ target }) => target },
  { name: 'Store shows', number: true, text: ({ reported }) => reported },
];
