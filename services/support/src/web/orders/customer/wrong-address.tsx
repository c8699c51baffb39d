import { askShippingShop, type OrderTimeline } from '@hub/desk/orders';
import { MailTo } from '../mail-to';

/**
 * What to do about a wrong address once a shop has the order, or may have it: the contract knows no event for it, it is
 * arranged with the people of the shop.
 */
export function WrongAddress({ order }: { order: OrderTimeline }) {
  if (order.addressIsFixed !== 'already_sent') return null;
  const open = order.shippingOrders.filter(
    ({ state, openPieces }) => openPieces > 0 && ['placed', 'sending', 'disputed'].includes(state),
  );
  return (
    <section aria-labelledby="wrong-address">
      <h3 id="wrong-address">If the address is wrong</h3>
      {open.length === 0 ? (
        <p>
          No shop that got a part of this order still has to ship it. Ask the carrier, by the tracking numbers
          above, to deliver that part elsewhere.
        </p>
      ) : (
        <>
          <p>
            A shop has this order, or may have it, so its address is not changed here: by the contract, an
            address change of an accepted order is arranged with people, and no call carries it. Write to the
            shop, and enter the right address in the text.
          </p>
          {open.map((shipping) => (
            <MailTo
              mail={askShippingShop(order, shipping, 'new_address')}
              label={`Write to ${shipping.shopName}`}
            />
          ))}
        </>
      )}
    </section>
  );
}
