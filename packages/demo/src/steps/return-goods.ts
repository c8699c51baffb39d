import type { Demo } from '../demo';
import type { PlacedOrder } from '../place-order';
import { expectTrue, eventually } from '../eventually';

/** The goods of the first order come back to the shop that shipped them; the selling shop registers the return. */
export async function returnGoods(
  { reporter, seller }: Demo,
  { orderId, shipper, shippingOrderId }: PlacedOrder,
): Promise<void> {
  reporter.step('The goods of the first order come back');
  const { answer } = await shipper.store.returnGoods(shippingOrderId, { customerNote: 'too small' }).done;
  expectTrue(answer?.outcome === 'accepted', 'return.created is answered 200 accepted', answer);
  reporter.print(`${shipper.name} has them back and sends return.created; the hub answers 200 accepted`);
  const registered = await eventually(
    `${seller.name} registers the return (POST /returns)`,
    () => seller.store.returns.find((goods) => goods.orderId === orderId) ?? null,
  );
  reporter.print(`POST /returns to ${seller.name}: its return ${registered.returnId}`);
  reporter.print(`${seller.name} refunds its customer its own way; the hub sends no refund`);
}
