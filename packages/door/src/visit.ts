import type { DoorDelivery, DoorRight } from '@hub/database';
import type { Contact } from './access/contact';

/** Somebody of a shop at its door. Whatever is read or done is of `contact.shopId` and of no other. */
export interface Visit {
  contact: Contact;
  may: DoorRight;
  /** How the link was delivered that they signed in by (D32). */
  delivery: DoorDelivery;
  /** Of a program; null: a person with a browser. */
  tokenId: string | null;
}
