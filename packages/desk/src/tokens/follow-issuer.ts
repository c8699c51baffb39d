import { inTransaction, type Database } from '@hub/database';
import { recordActions } from '../engine/record-actions';
import { lesserRole, ROLES, type Role } from '../engine/roles';
import type { IssuedIdentity } from '../engine/token-owner';
import { signedInSince } from './token-rules';

/**
 * Applies what the issuer said about a person to the person's tokens: they last from this sign-in on, with no more rights than
 * the issuer gives now, and are revoked where it gives none. A token that has ended does not begin again.
 * @param answer.role null: the issuer gives the person no role
 */
export async function followIssuer(
  db: Database,
  answer: IssuedIdentity & { role: Role | null; signedInAt: number; now: number },
): Promise<void> {
  const { issuer, subject, role, signedInAt, now } = answer;
  await inTransaction(db, async (tx) => {
    const ofPerson = { vouchedBy: 'issuer', issuer, subject, revokedAt: null };
    if (role === null) {
      const data = { revokedAt: new Date(now) };
      const revoked = await tx.deskToken.updateManyAndReturn({ where: ofPerson, data, select: { id: true } });
      const subjects = revoked.map(({ id }) => `desk_token:${id}`);
      const detail = { by: 'oidc', issuer, subject, why: 'no role' };
      await recordActions(tx, { actor: 'desk:issuer', action: 'desk.revoke_token', subjects, detail });
      return;
    }
    const valid = { ...ofPerson, signedInAt: { gt: signedInSince(now) } };
    const above = ROLES.filter((one) => one !== role && lesserRole(one, role) === role);
    await tx.deskToken.updateMany({ where: { ...valid, role: { in: above } }, data: { role } });
    await tx.deskToken.updateMany({ where: valid, data: { signedInAt: new Date(signedInAt) } });
  });
}
