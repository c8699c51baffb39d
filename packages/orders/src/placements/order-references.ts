import { createHmac, hkdfSync } from 'node:crypto';

/** A placement: one routing decision's lines of one order at one shipping shop (D18). */
export interface Placement {
  sellingShop: string;
  orderId: string;
  shippingShop: string;
  /** Counts the placements of the order, from 1. */
  number: number;
}

/**
 * References derived by keyed hash of shop, order and placement (D18): a database restored from a backup builds the
 * same ones, so that a store answers with the receipt it gave before. And no one without the key can forge one.
 */
export class OrderReferences {
  private readonly digest: Digest;

  /** @param keyHex the reference key, which never rotates (D34) */
  constructor(keyHex: string) {
    this.digest = keyedDigest(keyHex, 'hub shipping order reference');
  }

  /** `external_ref` of a shipping order. */
  ofOrder({ sellingShop, orderId, shippingShop, number }: Placement): string {
    return `hub-${this.digest([sellingShop, orderId, shippingShop, String(number)])}`;
  }

  /** `external_ref` of a line. @param position of the line in the seller order */
  ofLine(orderRef: string, position: number): string {
    return `${orderRef}-${position}`;
  }
}

/** 128 bits as 32 hex digits. An identifier cannot contain a NUL, so no two lists have the same text. */
export type Digest = (parts: readonly string[]) => string;

/** @param purpose separates the keys of different references */
export function keyedDigest(keyHex: string, purpose: string): Digest {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(keyHex, 'hex'), '', purpose, 32));
  return (parts) => createHmac('sha256', key).update(parts.join('\0'), 'utf8').digest('hex').slice(0, 32);
}
