import { withMinorUnits, amount, money } from '@hub/desk/words';
import type { OrderTimeline } from '@hub/desk/orders';
import { Scroll } from '../layout/scroll';

type Shipping = OrderTimeline['shippingOrders'][number];
type Line = Shipping['lines'][number];

/** The lines of a shipping order, and below them the calculation of each payout, step by step (D24). */
export function ShippingLines({ shipping, currency }: { shipping: Shipping; currency: string }) {
  return (
    <>
      <Scroll label={`Lines that ${shipping.shopName} ships`}>
        <table class="tight rows">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Its variant</th>
              <th scope="col">Our reference</th>
              <th scope="col" class="number">
                Pieces
              </th>
              <th scope="col" class="number">
                In packages
              </th>
              <th scope="col" class="number">
                Payout each, {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {shipping.lines.map((line) => (
              <tr>
                <th scope="row" data-label="Line">
                  <code>{line.lineItemId ?? 'unknown'}</code>
                </th>
                <td data-label="Its variant">
                  <code>{line.variantId}</code>
                </td>
                <td data-label="Our reference">
                  <code>{line.externalRef}</code>
                </td>
                <td class="number" data-label="Pieces">
                  {line.quantity}
                </td>
                <td class="number" data-label="In packages">
                  {line.packaged}
                </td>
                <td class="number" data-label={`Payout each, ${currency}`}>
                  {amount(withMinorUnits(line.unitPrice, currency))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {shipping.lines.map((line) => (
        <Money line={line} currency={currency} />
      ))}
    </>
  );
}

function Money({ line, currency }: { line: Line; currency: string }) {
  const { lineItemId, unitPrice, moneySteps, externalRef } = line;
  if (moneySteps.length === 0) return null;
  return (
    <details>
      <summary>
        Money of line {lineItemId ?? 'unknown'}: how {money(unitPrice, currency)} each was worked out
      </summary>
      {/* A browser opens the closed part that a link's target is in. */}
      <ol class="steps" id={`money-${externalRef}`}>
        {moneySteps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </details>
  );
}
