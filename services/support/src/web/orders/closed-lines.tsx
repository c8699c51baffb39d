import { closedLinesMail, type OrderTimeline } from '@hub/support-desk';

/** Lines that no shop ships: how their selling shop is informed, and where (D19). */
export function ClosedLines({ order }: { order: OrderTimeline }) {
  const mail = closedLinesMail(order);
  if (!mail) return null;
  const { to, subject, text } = mail;
  const address = `mailto:${to.join(',')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <section aria-labelledby="closed-lines" class="panel">
      <h2 id="closed-lines">What {order.shopName} learns of its closed lines</h2>
      <p>
        No call notifies its store. They stand at its door, under “Not fulfilled”; this mail is for its
        people: they refund the customer.
      </p>
      <p class="actions">
        <a class="button quiet" href={address}>
          Write the mail{to.length > 0 && ` to ${to.join(', ')}`}
        </a>
      </p>
      {to.length === 0 && <p class="soft">Its sheet has no e-mail address of a contact.</p>}
      <details>
        <summary>The text of the mail</summary>
        <pre tabIndex={0}>{`${subject}\n\n${text}`}</pre>
      </details>
    </section>
  );
}
