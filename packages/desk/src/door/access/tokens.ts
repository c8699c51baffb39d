import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type DoorRight } from '@hub/database';
import { hashOf, newSecretText } from '../../tokens/secret-text';
import { recordActions } from '../../engine/record-actions';
import { z } from 'zod';
import { actorOfContact, findContact, type Contact } from './contact';
import type { LetIn } from './links';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The prefix by which people, and secret scanners, recognise it. */
const PREFIX = 'hubdoor_';
const LONGEST_TOKEN = 200;
/** Maximum per shop; more are a mistake. */
const MOST_TOKENS = 50;

export interface TokenWish {
  label: string;
  may: DoorRight;
  days: number;
}

export type TokenIssued = { kind: 'issued'; id: string; token: string } | { kind: 'refused'; reason: string };

/** Issues a token for one shop, to the person signed in there. Only its hash is stored: it is shown this once (D35). */
export async function issueToken(
  db: Database,
  request: TokenWish & { by: LetIn; now: number },
): Promise<TokenIssued> {
  const { label, may, days, by, now } = request;
  const { contact, delivery } = by;
  const [id, token] = [randomUUID(), newSecretText(PREFIX)];
  return inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "shop" WHERE "id" = ${contact.shopId} FOR NO KEY UPDATE`;
    const there = await tx.doorToken.count({ where: valid(contact.shopId, now) });
    if (there >= MOST_TOKENS)
      return { kind: 'refused', reason: `there are ${MOST_TOKENS} tokens already: revoke one first` };
    await tx.doorToken.create({
      data: {
        id,
        shopId: contact.shopId,
        contact: contact.contact,
        address: contact.address,
        delivery,
        label,
        may,
        tokenSha256: hashOf(token),
        createdAt: new Date(now),
        expiresAt: new Date(now + days * DAY_MS),
      },
    });
    const detail = { token: id, may, days };
    const subjects = [`shop:${contact.shop}`];
    await recordActions(tx, { actor: actorOfContact(contact), action: 'door.issue_token', subjects, detail });
    return { kind: 'issued', id, token };
  });
}

/** A caller with a token. */
export interface TokenHolder extends LetIn {
  tokenId: string;
  may: DoorRight;
}

/** Whose token it is; null: unknown, revoked, too old, or its contact is no longer on the sheet (D35). */
export async function findTokenHolder(
  db: Database,
  given: { token: string; now: number },
): Promise<TokenHolder | null> {
  const { token, now } = given;
  if (!token.startsWith(PREFIX) || token.length > LONGEST_TOKEN) return null;
  const row = await db.doorToken.findUnique({ where: { tokenSha256: hashOf(token) } });
  if (row === null || row.revokedAt !== null || row.expiresAt.getTime() <= now) return null;
  const contact = await findContact(db, row);
  if (contact === null) return null;
  if (now - (row.lastUsedAt?.getTime() ?? 0) >= MINUTE_MS)
    await db.doorToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: new Date(now) } });
  return { contact, delivery: row.delivery, tokenId: row.id, may: row.may };
}

/** A token as its shop sees it. */
export const DoorTokenView = z.object({
  id: z.uuid(),
  label: z.string(),
  issued_by: z.string(),
  may: z.enum(['read', 'act']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type DoorTokenView = z.output<typeof DoorTokenView>;

/** The valid ones of a shop, the latest first. @param of.now milliseconds since the epoch */
export async function listTokens(
  db: Database,
  of: { shopId: number; now: number },
): Promise<DoorTokenView[]> {
  const rows = await db.doorToken.findMany({
    where: valid(of.shopId, of.now),
    orderBy: { createdAt: 'desc' },
    take: MOST_TOKENS,
  });
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    issued_by: row.contact,
    may: row.may,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Revokes a token of this shop at once. @returns false: the shop has no such token, or no longer */
export async function revokeToken(
  db: Database,
  request: { id: string; by: Contact; now: number },
): Promise<boolean> {
  const { id, by, now } = request;
  return inTransaction(db, async (tx) => {
    const { count } = await tx.doorToken.updateMany({
      where: { id, shopId: by.shopId, revokedAt: null },
      data: { revokedAt: new Date(now) },
    });
    if (count === 0) return false;
    const subjects = [`shop:${by.shop}`];
    const detail = { token: id };
    await recordActions(tx, { actor: actorOfContact(by), action: 'door.revoke_token', subjects, detail });
    return true;
  });
}

function valid(shopId: number, now: number) {
  return { shopId, revokedAt: null, expiresAt: { gt: new Date(now) } };
}
