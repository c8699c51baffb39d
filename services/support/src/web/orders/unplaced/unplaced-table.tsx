import { whyHeld, whyWaiting, type UnplacedLine } from '@hub/support-desk';
import { Scroll } from '../../layout/scroll';
import { Time } from '../../layout/time';
import { failureWords } from '../trouble';
import { unplacedWords } from './unplaced-words';

/** Paid lines that no shop has, the longest waiting first. */
export function UnplacedTable({ lines, now }: { lines: readonly UnplacedLine[]; now: number }) {
  return (
    <Scroll label="Table of paid lines that are not yet at a shop">
      <table>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Line</th>
            <th scope="col">Where it is</th>
            <th scope="col">Why</th>
            <th scope="col">Given to</th>
            <th scope="col">Order came</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              <th scope="row">
                <a href={`/orders/${line.id}`}>
                  {line.orderId} of {line.shop}
                </a>
              </th>
              <td>{line.lineItemId}</td>
              <td>
                {unplacedWords(line.situation)}
                {line.overdue && <strong> for over an hour</strong>}
              </td>
              <td>{whyUnplaced(line)}</td>
              <td>{line.shippingShop && <a href={`/shops/${line.shippingShop}`}>{line.shippingShop}</a>}</td>
              <td>
                <Time at={line.since} since={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function whyUnplaced({ situation, reason, shopIs }: UnplacedLine): string {
  if (situation === 'waiting') return reason === null ? 'being looked for' : whyWaiting(reason);
  if (situation === 'order_held') return reason === null ? '' : whyHeld(reason);
  if (situation === 'placing' && shopIs === 'suspended') return 'The store is held or does not answer.';
  if (situation === 'placing' && shopIs === 'switched_off') return 'The orders of the shop are switched off.';
  return reason === null ? 'on its way' : failureWords(reason);
}
