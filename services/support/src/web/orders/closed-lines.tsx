import { closedLinesMail, type OrderTimeline } from '@hub/desk/orders';
import { MailTo } from './mail-to';

/** Lines that no shop ships: how their selling shop is informed, and where (D19). */
export function ClosedLines({ order }: { order: OrderTimeline }) {
  const mail = closedLinesMail(order);
  if (!mail) return null;
  return (
    <section aria-labelledby="closed-lines" class="panel">
      <h2 id="closed-lines">What {order.shopName} learns of its closed lines</h2>
      <p>
        No call notifies its store. They stand at its door, under “Not fulfilled”; this mail is for its
        people: they refund the customer.
      </p>
      <MailTo mail={mail} label={`Write the mail to ${order.shopName}`} />
    </section>
  );
}
