import { keyedDigest, OrderReferences, type Digest } from '@hub/orders/placements';

/** References of placements, and the address that a shipping shop is given for each (D18, D29). */
export class References extends OrderReferences {
  private readonly relay: Digest;

  /** @param keyHex the reference key, which never rotates (D34) */
  constructor(
    keyHex: string,
    private readonly relayDomain: string,
  ) {
    super(keyHex);
    this.relay = keyedDigest(keyHex, 'hub relay address');
  }

  /** The customer's address as a shipping shop sees it (D29): a different one for each shipping order. */
  relayEmail(orderRef: string): string {
    return `${this.relay([orderRef])}@${this.relayDomain}`;
  }
}
