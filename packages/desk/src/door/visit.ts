import type { DoorDelivery, DoorRight } from '@hub/database';
import { actorOfContact, type Contact } from './access/contact';

/** A person of a shop, signed in at its door. Everything read or changed is of `contact.shopId` only. */
export interface Visit {
  contact: Contact;
  may: DoorRight;
  /** How the link of their session was delivered (D32). */
  delivery: DoorDelivery;
  /** Of a program; null: a person with a browser. */
  tokenId: string | null;
}

const SHOWN_OF_ID = 8;

/** The actor, for the trail: such as `shop:nordic-outdoor/technical`, for a program with the beginning of its token's id. */
export function actorOfVisit({ contact, tokenId }: Visit): string {
  const actor = actorOfContact(contact);
  return tokenId === null ? actor : `${actor}#${tokenId.slice(0, SHOWN_OF_ID)}`;
}
