import type { Found } from '@hub/desk/orders';
import type { ListedEvent } from '@hub/desk/events';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import type { NamedShop } from '../../lists/shop-names';
import { FoundArticles } from './found-articles';
import { FoundOrders } from './found-orders';
import { RefusedEvents } from './refused-events';
import { ShopLink } from '../../layout/shop-link';

export interface FindPageProps {
  viewer: Viewer;
  search: string;
  /** Null: no search yet. */
  found: Found | null;
  /** Shops with that name. */
  shops: readonly NamedShop[];
  /** If no order was found: refused events of this name. */
  refused: readonly ListedEvent[];
  now: number;
}

/** The search for orders, and its results. */
export function FindPage({ viewer, search, found, shops, refused, now }: FindPageProps) {
  const nothingElse = shops.length + refused.length + (found?.articles.length ?? 0) === 0;
  return (
    <>
      <h1>Orders</h1>
      <p>
        <a href="/orders/list">All orders</a>, by state, shop, article and time
      </p>
      {shops.length > 0 && <FoundShops shops={shops} />}
      {found && (found.orders.length > 0 || nothingElse) && (
        <FoundOrders found={found.orders} begins={found.begins} search={search} />
      )}
      {found && found.articles.length > 0 && <FoundArticles articles={found.articles} search={search} />}
      <RefusedEvents refused={refused} search={search} now={now} />
      <div class="pair">
        <ByName search={search} />
        <ByEmail viewer={viewer} />
      </div>
    </>
  );
}

function ByName({ search }: { search: string }) {
  return (
    <section class="panel" aria-labelledby="by-name">
      <h2 id="by-name">Find an order</h2>
      <form action="/orders" class="stack">
        <div class="field">
          <label for="q">Order, reference, tracking number, return, line, article</label>
          <input id="q" type="search" name="q" value={search} maxLength={255} />
        </div>
        <div class="actions">
          <button type="submit">Search</button>
        </div>
      </form>
      <p class="soft">
        By any id or number of either shop, a reference of ours, the id of a line, a GTIN, the H… of an
        article that people linked, words of an article's title or a shop's name. Capitals, blanks, dashes and
        “#” do not matter, and four characters of its beginning are enough. A shop's name before the number
        narrows it, as in “friluft 1001”. One hit opens at once.
      </p>
    </section>
  );
}

function ByEmail({ viewer }: { viewer: Viewer }) {
  return (
    <section class="panel" aria-labelledby="by-email">
      <h2 id="by-email">Find a customer's orders</h2>
      {may(viewer, 'agent') ? (
        <>
          <ActionForm action="/orders/by-email" class="stack" label="Search by e-mail address">
            <div class="field">
              <label for="email">E-mail address</label>
              <input id="email" type="email" name="email" required maxLength={320} autocomplete="off" />
            </div>
            <div class="actions">
              <button type="submit">Search by e-mail</button>
            </div>
          </ActionForm>
          <p class="soft">That you searched is recorded, the e-mail address is not.</p>
        </>
      ) : (
        <p class="soft">An agent may search by the customer's e-mail address.</p>
      )}
    </section>
  );
}

/** Shops with the name searched for. */
function FoundShops({ shops }: { shops: readonly NamedShop[] }) {
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
