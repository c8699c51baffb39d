import type { ClosedLineView } from '@hub/desk/door';
import { Scroll } from '../../web/layout/scroll';
import { Time, Zone } from '../../web/layout/time';

/** Lines of the shop's own orders that no shop ships. */
export function ClosedLinesPage({ lines, next }: { lines: readonly ClosedLineView[]; next: number | null }) {
  return (
    <>
      <h1>Lines that no shop ships</h1>
      <p class="soft">
        Your customers bought them, no shop of the network can ship them, and the operator has closed them. No
        call notifies your store: refund your customers.
      </p>
      {lines.length === 0 ? <p class="panel">None.</p> : <Lines lines={lines} />}
      {next !== null && (
        <p>
          <a href={`/closed-lines?page=${next}`}>Older ones</a>
        </p>
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly ClosedLineView[] }) {
  return (
    <Scroll label="Lines that no shop ships">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Line</th>
            <th scope="col">Article</th>
            <th scope="col" class="number">
              Pieces
            </th>
            <th scope="col" class="number">
              Each, before discounts
            </th>
            <th scope="col">
              Closed (<Zone />)
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              <th scope="row">{line.order_id}</th>
              <td data-label="Line">
                <code>{line.line_item_id}</code>
              </td>
              <td data-label="Article">
                {line.title ?? <span class="soft">no title given</span>} <small>{line.variant_id}</small>
              </td>
              <td data-label="Pieces" class="number">
                {line.quantity}
              </td>
              <td data-label="Each, before discounts" class="number">
                {line.unit_price} {line.currency}
              </td>
              <td data-label="Closed">
                {line.closed_at === null ? (
                  <span class="soft">not recorded</span>
                ) : (
                  <Time at={new Date(line.closed_at)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
