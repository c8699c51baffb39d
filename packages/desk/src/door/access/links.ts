import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type DoorDelivery } from '@hub/database';
import { hashOf, newSecretText } from '../../tokens/secret-text';
import { recordActions } from '../../engine/record-actions';
import { actorOfContact, findContact, readContacts, type Contact } from './contact';

/** D35. */
const LASTS_MS = 15 * 60_000;
const LONGEST_TOKEN = 200;

export interface LinkRequest {
  /** Slug. */
  shop: string;
  /** The contact by its name on the sheet, or by its address. */
  contact: string;
  /** How it reaches the contact: a session from a printed one confirms nothing in production (D32). */
  delivery: DoorDelivery;
  askedBy: string;
  /** Milliseconds since the epoch. */
  now: number;
}

export type LinkMade =
  | { kind: 'made'; token: string; contact: Contact; expiresAt: Date }
  | { kind: 'unknown'; known: string[] };

/** Creates a link for a contact of a shop. Only its hash is stored: the caller passes the token on, once. */
export async function makeLink(db: Database, request: LinkRequest): Promise<LinkMade> {
  const { shop, delivery, askedBy, now } = request;
  const contacts = await readContacts(db, { slug: shop });
  const sought = request.contact.trim();
  const contact = contacts.find((one) => one.contact === sought || one.address === sought.toLowerCase());
  if (contact === undefined) return { kind: 'unknown', known: contacts.map((one) => one.contact) };
  const token = newSecretText('');
  const expiresAt = new Date(now + LASTS_MS);
  await inTransaction(db, async (tx) => {
    await tx.doorLink.create({
      data: {
        id: randomUUID(),
        shopId: contact.shopId,
        contact: contact.contact,
        address: contact.address,
        tokenSha256: hashOf(token),
        delivery,
        askedBy,
        createdAt: new Date(now),
        expiresAt,
      },
    });
    const detail = { contact: contact.contact, delivery };
    await recordActions(tx, { actor: askedBy, action: 'door.link', subjects: [`shop:${shop}`], detail });
  });
  return { kind: 'made', token, contact, expiresAt };
}

/** A person signed in by a link. */
export interface LetIn {
  contact: Contact;
  delivery: DoorDelivery;
}

/** Takes a link, once; null: it was used, is too old, or its contact is no longer on the sheet (D35). */
export async function takeLink(db: Database, given: { token: string; now: number }): Promise<LetIn | null> {
  const { token, now } = given;
  if (token.length > LONGEST_TOKEN) return null;
  return inTransaction(db, async (tx) => {
    const taken = await tx.doorLink.updateManyAndReturn({
      where: { tokenSha256: hashOf(token), usedAt: null, expiresAt: { gt: new Date(now) } },
      data: { usedAt: new Date(now) },
    });
    const [link] = taken;
    const contact = link === undefined ? null : await findContact(tx, link);
    if (link === undefined || contact === null) return null;
    const { delivery } = link;
    await recordActions(tx, {
      actor: actorOfContact(contact),
      action: 'door.sign_in',
      subjects: [`shop:${contact.shop}`],
      detail: { delivery },
    });
    return { contact, delivery };
  });
}

/** Records a sign-out in the trail. */
export async function recordVisitEnd(db: Database, contact: Contact): Promise<void> {
  const subjects = [`shop:${contact.shop}`];
  await inTransaction(db, (tx) =>
    recordActions(tx, { actor: actorOfContact(contact), action: 'door.sign_out', subjects }),
  );
}
