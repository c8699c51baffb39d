import type { NamedShop } from '../../lists/shop-names';
import { ShopLink } from '../../layout/shop-link';

/** Shops with the name searched for. */
export function FoundShops({ shops }: { shops: readonly NamedShop[] }) {
  return (
    <section aria-labelledby="shops">
      <h2 id="shops">Shops</h2>
      <ul class="plain">
        {shops.map(({ slug, name }) => (
          <li>
            <ShopLink shop={slug} name={name} /> <small>{slug}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
