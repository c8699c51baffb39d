import type { ShopOfOrder } from './describe-decision-lines';

/** What an entry of the story is about, so that a reader can go there. */
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
  /** Of a shop its slug, of a shipping order our reference, else the id. */
  id: string;
  label: string;
}

/** One thing that happened, in plain words without personal data. */
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
  /** More words, or empty. */
  detail: string;
  links: TimelineLink[];
}

/** @param of its slug, for the address, and its name, which the entry's words have. */
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
