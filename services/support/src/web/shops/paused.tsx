import type { ShopHealth, ShopPause } from '@hub/desk/shops';
import { may, type Viewer } from '../access/viewer';
import { Time, Zone } from '../layout/time';

/** The pauses of a shop's shipping (D38), and what an agent can do about them. */
export function Paused(props: { shop: ShopHealth; pauses: readonly ShopPause[]; viewer: Viewer }) {
  const { shop, pauses, viewer } = props;
  const actions = may(viewer, 'agent') && (
    <div class="actions">
      <a class="button" href={`/shops/${shop.shop}/pause`}>
        Pause shipping
      </a>
      {pauses.length > 0 && (
        <a class="button" href={`/shops/${shop.shop}/unpause`}>
          End the pause
        </a>
      )}
    </div>
  );
  if (pauses.length === 0) return actions || null;
  return (
    <section class="panel trouble warn" aria-labelledby="paused">
      <h2 id="paused">Shipping is paused</h2>
      <p>{shop.name} is chosen for no new order, and its stock is not offered. Orders that it has go on.</p>
      <ul>
        {pauses.map(({ side, begunBy, reason, begunAt, endsAt }) => (
          <li>
            Until <Time at={endsAt} /> <Zone />: {reason}{' '}
            <small>
              ({side === 'shop' ? 'by the shop' : 'by support'}, {begunBy}, <Time at={begunAt} />)
            </small>
          </li>
        ))}
      </ul>
      {actions}
    </section>
  );
}
