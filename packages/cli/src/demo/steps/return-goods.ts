import type { Demo } from '../demo';
import type { PlacedOrder } from '../place-order';
import { expectTrue, soon } from '../soon';

/** The goods of the first order come back to the shop that shipped them; the selling shop registers the return. */
export async function returnGoods(
  { narrator, seller }: Demo,
  { orderId, shipper, shippingOrderId }: PlacedOrder,
): Promise<void> {
  narrator.step('The goods of the first order come back');
  const { answer } = await shipper.store.returnGoods(shippingOrderId, { customerNote: 'too small' }).done;
  expectTrue(answer?.outcome === 'accepted', 'return.created is answered 200 accepted', answer);
  narrator.tell(`${shipper.name} has them back and sends return.created; the hub answers 200 accepted`);
  const registered = await soon(
    `${seller.name} registers the return (POST /returns)`,
    () => seller.store.returns.find((goods) => goods.orderId === orderId) ?? null,
  );
  narrator.tell(`POST /returns to ${seller.name}: its return ${registered.returnId}`);
  narrator.tell(`${seller.name} refunds its customer its own way; the hub sends no refund`);
}
