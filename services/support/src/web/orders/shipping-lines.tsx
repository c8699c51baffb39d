import type { OrderTimeline } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';

type Shipping = OrderTimeline['shippingOrders'][number];

/** The lines of a shipping order, each with its payout worked out step by step (D24). */
export function ShippingLines({ shipping, currency }: { shipping: Shipping; currency: string }) {
  const label = `Lines that ${shipping.shop} ships`;
  return (
    <Scroll label={label}>
      <table class="tight">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Its variant</th>
            <th scope="col" class="number">
              Pieces
            </th>
            <th scope="col" class="number">
              In packages
            </th>
            <th scope="col" class="number">
              Payout each, {currency}
            </th>
            <th scope="col">Money</th>
          </tr>
        </thead>
        <tbody>
          {shipping.lines.map((line) => (
            <tr>
              <th scope="row">
                <code>{line.lineItemId ?? 'unknown'}</code>
              </th>
              <td>
                <code>{line.variantId}</code>
                <br />
                <small>
                  our reference <code>{line.externalRef}</code>
                </small>
              </td>
              <td class="number">{line.quantity}</td>
              <td class="number">{line.packaged}</td>
              <td class="number">{line.unitPrice}</td>
              <td>
                <Money steps={line.moneySteps} reference={line.externalRef} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Money({ steps, reference }: { steps: readonly string[]; reference: string }) {
  if (steps.length === 0) return <span class="soft">no calculation is stored</span>;
  return (
    <details id={`money-${reference}`}>
      <summary>How it was worked out</summary>
      <ol class="steps">
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </details>
  );
}
