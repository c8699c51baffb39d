import { HEADLINE_LABELS, type FoundArticle, type FoundOrder } from '@hub/desk/orders';
import type { NamedShop } from '../lists/shop-names';
import { ShopLink } from '../layout/shop-link';

/** Where hits are shown: in the dialog of Ctrl-K, or below the search of the header. */
export const HITS_IN = ['palette-found', 'search-found'] as const;

export interface PaletteListProps {
  id: (typeof HITS_IN)[number];
  /** The text typed. */
  search: string;
  places: readonly { href: string; name: string }[];
  shops: readonly NamedShop[];
  orders: readonly Pick<FoundOrder, 'id' | 'orderId' | 'orderNumber' | 'shopName' | 'headline'>[];
  articles: readonly Pick<FoundArticle, 'gtin' | 'title'>[];
}

/** Hits for a text as it is typed, the likeliest first. */
export function PaletteList({ id, search, places, shops, orders, articles }: PaletteListProps) {
  const nothing = places.length + shops.length + orders.length + articles.length === 0;
  return (
    <div id={id} class="hits" data-search={search} role="status">
      {nothing && <p class="soft">None. Enter searches for it.</p>}
      <ul class="plain">
        {places.map(({ href, name }) => (
          <li>
            <a href={href}>{name}</a>
          </li>
        ))}
        {shops.map(({ slug, name }) => (
          <li>
            <ShopLink shop={slug} name={name} /> <small>shop {slug}</small>
          </li>
        ))}
        {orders.map(({ id: orderRow, orderId, orderNumber, shopName, headline }) => (
          <li>
            <a href={`/orders/${orderRow}`}>Order {orderNumber ?? orderId}</a>{' '}
            <small>
              of {shopName}, {HEADLINE_LABELS[headline]}
            </small>
          </li>
        ))}
        {articles.map(({ gtin, title }) => (
          <li>
            <a href={`/articles/${gtin}`}>{title}</a> <small>article {gtin}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
