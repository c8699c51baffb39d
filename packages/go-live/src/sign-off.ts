import { createHash, randomUUID } from 'node:crypto';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { addEntry, databaseTime, missingForSignOff, signOffOf, type ImportedCertificate } from '@hub/shops';
import { recordActions } from '@hub/support-desk';
import { z } from 'zod';
import { lockedGoLive, type KnownGoLive } from './read-go-live';
import { judgeCertificate, UNFIT_LABELS } from './certificate/judge-certificate';
import { UNREAD_LABELS, verifyCertificate } from './certificate/sign-certificate';

export interface SignOffRequest {
  /** Slug. */
  shop: string;
  name: string;
  words: string;
  /** `production`: the certificate file of `test`. */
  certificate?: string | undefined;
  /** The fingerprint of the issuing installation, if none of its certificates was imported here yet. */
  issuer?: string | undefined;
  /** For the trail, such as `lead:ada`. */
  actor: string;
}

/** Why a sign-off is refused, as labels. */
export const SIGN_OFF_REFUSAL_LABELS = {
  unknown_shop: 'there is no such shop',
  no_words: 'a sign-off needs a name and words',
  development: 'in development nothing is signed off',
  not_confirmed: 'it comes after the last capability that the shop uses is confirmed',
  no_certificate_needed: 'only production imports a certificate',
  certificate_needed: 'production is signed off with the certificate of test',
  ...UNREAD_LABELS,
  altered: 'the certificate is not as it was issued: some of its bytes were changed',
  ...UNFIT_LABELS,
  unknown_issuer:
    'the certificate is signed by an installation that is not known here: name the fingerprint that `hub golive key` prints there',
} as const;
export type SignOffRefusal = keyof typeof SIGN_OFF_REFUSAL_LABELS;

export type SignOffOutcome =
  | { kind: 'signed_off' }
  /** `missing`: what is not confirmed. */
  | { kind: 'refused'; why: SignOffRefusal; missing: readonly string[] };

/**
 * Records the operator's separate sign-off (D32): recurring traffic of `test`, or `production` with the certificate of
 * `test`.
 */
export async function signOff(db: Database, request: SignOffRequest): Promise<SignOffOutcome> {
  return inTransaction(db, async (tx): Promise<SignOffOutcome> => {
    const found = await lockedGoLive(tx, request.shop);
    if (found === null) return { kind: 'refused', why: 'unknown_shop', missing: [] };
    const certified = { known: await knownIssuers(tx), now: (await databaseTime(tx)).getTime() };
    const decision = decide(found, request, certified);
    if (decision.kind === 'refused') return decision;
    const { certificate } = decision;
    const [name, words] = [request.name.trim(), request.words.trim()];
    const { actor, shop } = request;
    const detail = {
      name,
      words,
      certificate: certificate && { ...certificate, capabilities: [...certificate.capabilities] },
    };
    await addEntry(tx, {
      shopId: found.id,
      kind: 'signed_off',
      capability: null,
      rehearsalId: null,
      actor,
      detail,
    });
    if (certificate === null) await openTraffic(tx, found.id);
    const imported = certificate && { issuer: certificate.issuer, certificate: certificate.sha256 };
    await recordActions(tx, {
      actor,
      action: 'golive.sign_off',
      subjects: [`shop:${shop}`],
      detail: { environment: found.facts.environment, name, note: words, ...imported },
      changes: [{ field: 'signed off', before: signOffOf(found.facts) !== null, after: true }],
    });
    return { kind: 'signed_off' };
  });
}

/** Recurring traffic: from now on the store shows all network quantities, which are recalculated. */
async function openTraffic(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "shop" SET "trial_traffic" = false, "revision" = nextval('shop_revision') WHERE "id" = ${shopId}`;
  await enqueue(tx, COMMANDS.recalculateShop, { payload: { shopId }, correlation: randomUUID() });
}

const IssuerRow = z.object({ issuer: z.string() });

/** Installations whose certificates were imported here before, by fingerprint. */
export async function knownIssuers(tx: Tx): Promise<string[]> {
  const issuers = await rows(
    IssuerRow,
    tx.$queryRaw`
    SELECT DISTINCT "detail" -> 'certificate' ->> 'issuer' AS "issuer" FROM "golive_entry"
    WHERE "kind" = 'signed_off' AND "detail" -> 'certificate' ->> 'issuer' IS NOT NULL`,
  );
  return issuers.map(({ issuer }) => issuer);
}

type Decision =
  | Extract<SignOffOutcome, { kind: 'refused' }>
  | { kind: 'taken'; certificate: ImportedCertificate | null };

const refused = (why: SignOffRefusal, missing: readonly string[] = []): Decision => ({
  kind: 'refused',
  why,
  missing,
});

/** `known`: installations whose certificates were imported before; `now`: by the database's clock. */
interface ToCertify {
  known: readonly string[];
  now: number;
}

function decide({ facts, shop }: KnownGoLive, request: SignOffRequest, given: ToCertify): Decision {
  if (request.name.trim() === '' || request.words.trim() === '') return refused('no_words');
  switch (facts.environment) {
    case 'development':
      return refused('development');
    case 'test': {
      if (request.certificate !== undefined) return refused('no_certificate_needed');
      const missing = missingForSignOff(facts, shop);
      return missing.length > 0 ? refused('not_confirmed', missing) : { kind: 'taken', certificate: null };
    }
    case 'production':
      return takeCertificate(request, given);
  }
}

function takeCertificate(request: SignOffRequest, { known, now }: ToCertify): Decision {
  const { shop, certificate: document, issuer: named } = request;
  if (document === undefined) return refused('certificate_needed');
  const verdict = verifyCertificate(document);
  if (verdict.kind !== 'sound') return refused(verdict.kind);
  const { signed, issuer } = verdict;
  const { certificate } = signed;
  const unfit = judgeCertificate(certificate, { shop, now });
  if (unfit !== null) return refused(unfit);
  if (issuer !== named?.toLowerCase() && !known.includes(issuer)) return refused('unknown_issuer');
  const sha256 = createHash('sha256').update(document).digest('hex');
  const capabilities = certificate.capabilities.map(({ capability }) => capability);
  return { kind: 'taken', certificate: { issuer, sha256, capabilities, document } };
}
