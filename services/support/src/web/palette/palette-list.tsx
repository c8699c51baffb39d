import { HEADLINE_LABELS, type FoundArticle, type FoundOrder } from '@hub/support-desk';
import type { NamedShop } from '../lists/shop-names';
import { ShopLink } from '../layout/shop-link';

export interface PaletteListProps {
  /** The text typed. */
  search: string;
  places: readonly { href: string; name: string }[];
  shops: readonly NamedShop[];
  orders: readonly Pick<FoundOrder, 'id' | 'orderId' | 'orderNumber' | 'shopName' | 'headline'>[];
  articles: readonly Pick<FoundArticle, 'gtin' | 'title'>[];
}

/** The palette's hits, the likeliest first. */
export function PaletteList({ search, places, shops, orders, articles }: PaletteListProps) {
  const nothing = places.length + shops.length + orders.length + articles.length === 0;
  return (
    <div id="palette-found" data-search={search} role="status">
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
        {orders.map(({ id, orderId, orderNumber, shopName, headline }) => (
          <li>
            <a href={`/orders/${id}`}>Order {orderNumber ?? orderId}</a>{' '}
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
