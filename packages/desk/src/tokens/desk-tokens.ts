import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Prisma } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { Role } from '../engine/roles';
import type { TokenOwner } from '../engine/token-owner';
import { hashOf, newSecretText } from './secret-text';
import { endOf, isIssuedByOwner, signedInSince } from './token-rules';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The prefix by which people, and secret scanners, recognise it. */
const PREFIX = 'hubdesk_';
const LONGEST_TOKEN = 200;
/** Maximum valid at a time; more are a mistake. */
const MOST_TOKENS = 1_000;

export interface DeskTokenWish {
  name: string;
  owner: TokenOwner;
  role: Role;
  days: number;
}

/**
 * Issues a token for the hub command. Only its hash is stored: it is shown this once. Null: there are too many already.
 * @param request.actor the owner, who alone may issue it
 */
export async function issueDeskToken(
  db: Database,
  request: DeskTokenWish & { actor: string; now: number },
): Promise<{ id: string; token: string } | null> {
  const { actor, now, days, owner, name, role } = request;
  const { person, vouchedBy } = owner;
  if (!isIssuedByOwner({ issuedBy: actor, person, vouchedBy }))
    throw new Error('cannot issue a token for another person: its owner issues it');
  const [id, token] = [randomUUID(), newSecretText(PREFIX)];
  return inTransaction(db, async (tx) => {
    if ((await tx.deskToken.count({ where: valid(now) })) >= MOST_TOKENS) return null;
    await tx.deskToken.create({
      data: {
        ...owner,
        name,
        role,
        id,
        issuedBy: actor,
        tokenSha256: hashOf(token),
        createdAt: new Date(now),
        expiresAt: new Date(now + days * DAY_MS),
      },
    });
    const detail = { person, role, days };
    await recordActions(tx, { actor, action: 'desk.issue_token', subjects: [`desk_token:${id}`], detail });
    return { id, token };
  });
}

const Person = { person: z.string() };
const Stored = z.object({ role: Role }).and(
  z.discriminatedUnion('vouchedBy', [
    z.object({ vouchedBy: z.enum(['accounts', 'machine']), ...Person }),
    z.object({
      vouchedBy: z.literal('issuer'),
      ...Person,
      issuer: z.string(),
      subject: z.string(),
      signedInAt: z.date(),
    }),
  ]),
);

/** A token that is valid, and whose it is. */
export interface FoundToken {
  id: string;
  owner: TokenOwner;
  role: Role;
  issuedBy: string;
  expiresAt: Date;
}

/** Whose token it is; null: unknown, revoked, too old, or not issued by its owner. */
export async function findDeskToken(
  db: Database,
  { token, now }: { token: string; now: number },
): Promise<FoundToken | null> {
  if (!token.startsWith(PREFIX) || token.length > LONGEST_TOKEN) return null;
  const row = await db.deskToken.findUnique({ where: { tokenSha256: hashOf(token) } });
  if (row === null || row.revokedAt !== null || endOf(row).getTime() <= now || !isIssuedByOwner(row))
    return null;
  if (now - (row.lastUsedAt?.getTime() ?? 0) >= MINUTE_MS)
    await db.deskToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: new Date(now) } });
  const { role, ...owner } = Stored.parse(row);
  return { id: row.id, owner, role, issuedBy: row.issuedBy, expiresAt: row.expiresAt };
}

/** A token as the desk shows it. */
export interface DeskTokenView {
  id: string;
  name: string;
  person: string;
  role: Role;
  issuedBy: string;
  createdAt: Date;
  endsAt: Date;
  lastUsedAt: Date | null;
}

/** The valid ones, the latest first. @param of.owner only of this person; undefined: of everyone */
export async function listDeskTokens(
  db: Database,
  of: { owner?: TokenOwner | undefined; now: number },
): Promise<DeskTokenView[]> {
  const { owner, now } = of;
  const found = await db.deskToken.findMany({
    where: { AND: [valid(now), owner ? ownedBy(owner) : {}] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_TOKENS,
    omit: { tokenSha256: true, revokedAt: true },
  });
  return found.filter(isIssuedByOwner).map((row) => {
    const { id, name, person, issuedBy, createdAt, lastUsedAt } = row;
    const role = Role.parse(row.role);
    return { id, name, person, role, issuedBy, createdAt, lastUsedAt, endsAt: endOf(row) };
  });
}

/**
 * Revokes a token at once.
 * @param request.owner only a token of this person; undefined: of anyone
 * @returns false: there is no such token, or no longer
 */
export async function revokeDeskToken(
  db: Database,
  request: { id: string; owner?: TokenOwner | undefined; actor: string; now: number },
): Promise<boolean> {
  const { id, owner, actor, now } = request;
  if (!z.uuid().safeParse(id).success) return false;
  return inTransaction(db, async (tx) => {
    const where = { AND: [{ id, revokedAt: null }, owner ? ownedBy(owner) : {}] };
    const { count } = await tx.deskToken.updateMany({ where, data: { revokedAt: new Date(now) } });
    if (count === 0) return false;
    await recordActions(tx, { actor, action: 'desk.revoke_token', subjects: [`desk_token:${id}`] });
    return true;
  });
}

/** Only rows of the same identity: two people may have the same name. */
function ownedBy(owner: TokenOwner): Prisma.DeskTokenWhereInput {
  if (owner.vouchedBy === 'issuer')
    return { vouchedBy: 'issuer', issuer: owner.issuer, subject: owner.subject };
  return { vouchedBy: owner.vouchedBy, person: owner.person };
}

function valid(now: number): Prisma.DeskTokenWhereInput {
  return {
    revokedAt: null,
    expiresAt: { gt: new Date(now) },
    OR: [{ vouchedBy: { not: 'issuer' } }, { signedInAt: { gt: signedInSince(now) } }],
  };
}
