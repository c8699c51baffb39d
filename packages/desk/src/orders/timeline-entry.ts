import type { ShopOfOrder } from './describe-decision-lines';

/** The subject of a timeline entry, as a link for the reader. */
export interface TimelineLink {
  to:
    | 'shop'
    | 'shipping_order'
    | 'decision'
    | 'package'
    | 'return'
    | 'call'
    | 'event'
    | 'alert'
    | 'dead_letter';
  /** For a shop its slug, for a shipping order our reference, otherwise the id. */
  id: string;
  label: string;
}

/** One event of the timeline, in plain language without personal data. */
export interface TimelineEntry {
  at: Date;
  kind:
    | 'order'
    | 'event'
    | 'decision'
    | 'placing'
    | 'package'
    | 'cancellation'
    | 'return'
    | 'call'
    | 'alert'
    | 'dead_letter'
    | 'action';
  title: string;
  /** More text, or empty. */
  detail: string;
  links: TimelineLink[];
}

/** @param of its slug, for the address, and its name, which the entry's text contains. */
export const shopLink = ({ shop, shopName }: ShopOfOrder): TimelineLink => ({
  to: 'shop',
  id: shop,
  label: shopName,
});

export const shippingLink = (reference: string): TimelineLink => ({
  to: 'shipping_order',
  id: reference,
  label: 'shipping order',
});
