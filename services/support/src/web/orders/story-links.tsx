import type { OrderTimeline } from '@hub/support-desk';

type Entry = OrderTimeline['entries'][number];
type EntryLink = Entry['links'][number];

/** Where an entry leads: only places that are not unfolded beside it. Its shop is a link where its words name it. */
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

/** Where a shipping order stands on the page of its order. @param reference ours */
export function shippingAnchor(reference: string): string {
  return `shipping-${reference}`;
}
