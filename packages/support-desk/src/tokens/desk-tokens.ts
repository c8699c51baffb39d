import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { Role } from '../roles';
import { hashOf, newSecretText } from './secret-text';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The prefix by which people, and secret scanners, recognise it. */
const PREFIX = 'hubdesk_';
const LONGEST_TOKEN = 200;
/** Maximum valid at a time; more are a mistake. */
const MOST_TOKENS = 1_000;
/** What vouches for the person. */
const VOUCHED = ['accounts', 'issuer', 'machine'] as const;
export type Vouched = (typeof VOUCHED)[number];

export interface DeskTokenWish {
  name: string;
  person: string;
  role: Role;
  vouchedBy: Vouched;
  days: number;
}

/** Issues a token for the hub command. Only its hash is stored: it is shown this once. Null: there are too many already. */
export async function issueDeskToken(
  db: Database,
  request: DeskTokenWish & { actor: string; now: number },
): Promise<{ id: string; token: string } | null> {
  const { actor, now, days, ...wish } = request;
  const [id, token] = [randomUUID(), newSecretText(PREFIX)];
  return inTransaction(db, async (tx) => {
    if ((await tx.deskToken.count({ where: valid(now) })) >= MOST_TOKENS) return null;
    await tx.deskToken.create({
      data: {
        ...wish,
        id,
        issuedBy: actor,
        tokenSha256: hashOf(token),
        createdAt: new Date(now),
        expiresAt: new Date(now + days * DAY_MS),
      },
    });
    const { person, role } = wish;
    const detail = { person, role, days };
    await recordActions(tx, { actor, action: 'desk.issue_token', subjects: [`desk_token:${id}`], detail });
    return { id, token };
  });
}

const Stored = z.object({ role: Role, vouchedBy: z.enum(VOUCHED) });

/** Whose token it is; null: unknown, revoked or too old. */
export async function findDeskToken(
  db: Database,
  { token, now }: { token: string; now: number },
): Promise<{ id: string; person: string; role: Role; vouchedBy: Vouched; expiresAt: Date } | null> {
  if (!token.startsWith(PREFIX) || token.length > LONGEST_TOKEN) return null;
  const row = await db.deskToken.findUnique({ where: { tokenSha256: hashOf(token) } });
  if (row === null || row.revokedAt !== null || row.expiresAt.getTime() <= now) return null;
  if (now - (row.lastUsedAt?.getTime() ?? 0) >= MINUTE_MS)
    await db.deskToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: new Date(now) } });
  const { id, person, expiresAt } = row;
  return { id, person, expiresAt, ...Stored.parse(row) };
}

/** A token as the desk shows it. */
export interface DeskTokenView {
  id: string;
  name: string;
  person: string;
  role: Role;
  issuedBy: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/** The valid ones, the latest first. @param of.person only of this person */
export async function listDeskTokens(
  db: Database,
  of: { person?: string | undefined; now: number },
): Promise<DeskTokenView[]> {
  const { person, now } = of;
  const found = await db.deskToken.findMany({
    where: { ...valid(now), ...(person === undefined ? {} : { person }) },
    orderBy: { createdAt: 'desc' },
    take: MOST_TOKENS,
    omit: { tokenSha256: true, vouchedBy: true, revokedAt: true },
  });
  return found.map((row) => ({ ...row, role: Role.parse(row.role) }));
}

/**
 * Revokes a token at once.
 * @param request.person only a token of this person; undefined: of anyone
 * @returns false: there is no such token, or no longer
 */
export async function revokeDeskToken(
  db: Database,
  request: { id: string; person?: string | undefined; actor: string; now: number },
): Promise<boolean> {
  const { id, person, actor, now } = request;
  if (!z.uuid().safeParse(id).success) return false;
  return inTransaction(db, async (tx) => {
    const where = { id, revokedAt: null, ...(person === undefined ? {} : { person }) };
    const { count } = await tx.deskToken.updateMany({ where, data: { revokedAt: new Date(now) } });
    if (count === 0) return false;
    await recordActions(tx, { actor, action: 'desk.revoke_token', subjects: [`desk_token:${id}`] });
    return true;
  });
}

function valid(now: number) {
  return { revokedAt: null, expiresAt: { gt: new Date(now) } };
}
