import type { DoorDelivery, DoorRight } from '@hub/database';
import { actorOfContact, type Contact } from './access/contact';

/** Somebody of a shop at its door. Whatever is read or done is of `contact.shopId` and of no other. */
export interface Visit {
  contact: Contact;
  may: DoorRight;
  /** How the link was delivered that they signed in by (D32). */
  delivery: DoorDelivery;
  /** Of a program; null: a person with a browser. */
  tokenId: string | null;
}

const SHOWN_OF_ID = 8;

/** Who did it, for the trail: such as `shop:nordic-outdoor/technical`, of a program with the beginning of its token's id. */
export function actorOfVisit({ contact, tokenId }: Visit): string {
  const actor = actorOfContact(contact);
  return tokenId === null ? actor : `${actor}#${tokenId.slice(0, SHOWN_OF_ID)}`;
}
