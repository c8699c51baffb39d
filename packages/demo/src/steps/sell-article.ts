import { whyRuledOut } from '@hub/desk/words';
import { type Demo, shopOfId } from '../demo';
import { explainMoney } from '../explain-money';
import { describeFigures, settledFigures } from '../network-figures';
import { SALE, sellOne, untilPlaced, type PlacedOrder } from '../place-order';
import { whyChosen } from '../routing-reasons';
import { CURRENCY } from '../shop-plan';
import { expectTrue } from '../eventually';

/** A customer buys what the shop lacks: who was asked, who was chosen and why, what was sent, what came back. */
export async function sellArticle(demo: Demo): Promise<PlacedOrder> {
  const { reporter, seller, article } = demo;
  reporter.step(`A customer in ${seller.city} buys at ${seller.name} what it does not have`);
  reporter.print(
    `1 x ${article.title}: ${SALE.unitPrice} ${CURRENCY}, ${SALE.discount} off, shipping ${SALE.shipping}`,
  );
  const sale = await sellOne(demo);
  reporter.print(`${seller.name} sends order.created; the hub answers 200 accepted (${sale.answeredMs} ms)`);
  reporter.aside(`order ${sale.orderId}`);
  const placed = await untilPlaced(demo, sale);
  printDecision(demo, placed);
  const { shipper, request } = placed;
  const [line] = request.line_items;
  reporter.print(`Reserved 1 piece at ${shipper.name} in the transaction that decided`);
  reporter.print(
    `POST /orders to ${shipper.name}: 1 x variant ${line?.variant_id}, ${line?.unit_price} ${CURRENCY}`,
  );
  reporter.print(`  payout: ${explainMoney(placed.calculation, CURRENCY)}`);
  reporter.aside(`reference ${request.external_ref}, e-mail only as ${request.ship_to.email ?? 'none'}`);
  reporter.print(`${shipper.name} answers 200 created: its order ${placed.shippingOrderId}`);
  const stored = shipper.store.order(placed.shippingOrderId);
  expectTrue(
    stored.externalRef === request.external_ref,
    'the store keeps the reference',
    stored.externalRef,
  );
  reporter.print(`Network quantities now: ${describeFigures(demo, await settledFigures(demo))}`);
  return placed;
}

function printDecision(demo: Demo, { detail, shipper }: PlacedOrder): void {
  const { reporter } = demo;
  reporter.print('Who could ship it:');
  for (const { shopId, distanceKm, freeStock } of detail.candidates) {
    const { name, city } = shopOfId(demo, shopId);
    const chosen = shopId === shipper.id ? `  <- chosen: ${whyChosen(detail.candidates)}` : '';
    const away = distanceKm === null ? '' : `${Math.round(distanceKm)} km away, `;
    reporter.print(`  yes  ${name}, ${city}: ${away}${freeStock} free${chosen}`);
  }
  for (const { shopId, reason } of detail.ruledOut) {
    const shop = demo.shops.find(({ id }) => id === shopId);
    reporter.print(`  no   ${shop?.name ?? 'another shop'}: ${whyRuledOut(reason)}`);
  }
}
