import type { Demo } from '../demo';
import { describeFigures, settledFigures } from '../network-figures';
import { sellOne, untilPlaced } from '../place-order';
import { expectTrue } from '../eventually';

/** A second order, cancelled before anything shipped: the shipping order is stopped, the stock is free again. */
export async function cancelOrder(demo: Demo): Promise<void> {
  const { reporter, seller } = demo;
  reporter.step('A second order is cancelled before it ships');
  const before = await settledFigures(demo);
  const { orderId, shipper, shippingOrderId } = await untilPlaced(demo, await sellOne(demo));
  const between = await settledFigures(demo);
  reporter.print(`Sold and placed at ${shipper.name}: network quantities ${describeFigures(demo, between)}`);
  const began = performance.now();
  const { answer } = await seller.store.cancelOrder(orderId, 'customer changed her mind').done;
  expectTrue(answer?.outcome === 'stopped', 'order.cancelled is answered 200 stopped', answer);
  const { status } = shipper.store.order(shippingOrderId);
  expectTrue(status === 'cancelled', `${shipper.name} has stopped its shipping order`, status);
  reporter.print(`${seller.name} sends order.cancelled; the hub calls POST /cancel at ${shipper.name}`);
  reporter.print(`and answers 200 stopped once it is (${Math.round(performance.now() - began)} ms)`);
  const after = await settledFigures(demo);
  reporter.print(`The stock is back: network quantities ${describeFigures(demo, after)}`);
  for (const [slug, quantity] of before)
    expectTrue(
      after.get(slug) === quantity,
      `the network quantity of ${slug} is what it was`,
      after.get(slug),
    );
}
