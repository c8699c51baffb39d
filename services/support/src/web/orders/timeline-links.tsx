import type { OrderTimeline } from '@hub/desk/orders';

type Entry = OrderTimeline['entries'][number];
type EntryLink = Entry['links'][number];

/** The links of an entry: only targets that are not expanded beside it. Its shop is linked where its text names it. */
export function EntryLinks({ entry }: { entry: Entry }) {
  const links = entry.links.flatMap((link) => {
    const href = addressOf(link);
    return href === null ? [] : [{ href, label: link.label }];
  });
  if (links.length === 0) return null;
  return (
    <span class="links">
      {links.map(({ href, label }) => (
        <a href={href}>{label}</a>
      ))}
    </span>
  );
}

function addressOf({ to, id }: EntryLink): string | null {
  switch (to) {
    case 'shipping_order':
      return `#${shippingAnchor(id)}`;
    case 'alert':
      return `/alerts/${id}`;
    case 'dead_letter':
      return `/dead-letters/${id}`;
    case 'shop':
    case 'decision':
    case 'package':
    case 'return':
    case 'call':
    case 'event':
      return null;
  }
}

/** The anchor of a shipping order on the page of its order. @param reference ours */
export function shippingAnchor(reference: string): string {
  return `shipping-${reference}`;
}
