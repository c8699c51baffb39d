import { createHash, randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { addEntry, databaseTime, missingForSignOff, signOffOf, type ImportedCertificate } from '@hub/shops';
import { action } from '../engine/action';
import { z } from 'zod';
import { NO_SUCH_SHOP, notOnRecord, personOf, Words } from './confirm-capability';
import { lockedGoLive, type KnownGoLive } from './read-go-live';
import { judgeCertificate, UNFIT_LABELS } from './certificate/judge-certificate';
import { UNREAD_LABELS, verifyCertificate } from './certificate/sign-certificate';

/** Why a sign-off is refused, as labels. */
const LABELS = {
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

/**
 * Records the operator's separate sign-off (D32): recurring traffic of `test`, or `production` with the certificate of
 * `test`.
 */
export const signOff = action({
  names: { 'golive.sign_off': 'signed a shop off' },
  changes: true,
  command: 'golive.sign-off',
  role: 'lead',
  note: 'none',
  input: z.strictObject({
    shop: z.string().min(1).max(255),
    words: Words(500, 'a sign-off needs words'),
    /** `production`: the certificate file of `test`. */
    certificate: z.string().optional(),
    /** The fingerprint of the issuing installation, if none of its certificates was imported here yet. */
    issuer: z.string().trim().max(200).optional(),
  }),
  chosen: ['words'],
  async run(tx, input, { actor }) {
    const { shop, words } = input;
    const found = await lockedGoLive(tx, shop);
    if (found === null) return NO_SUCH_SHOP;
    const certified = { known: await knownIssuers(tx), now: (await databaseTime(tx)).getTime() };
    const decision = decide(found, input, certified);
    if (decision.kind === 'refused') {
      const faults = decision.missing.map((message) => ({ field: '', message }));
      return { ...notOnRecord(LABELS[decision.why]), faults };
    }
    const { certificate } = decision;
    const name = personOf(actor);
    const capabilities = certificate && [...certificate.capabilities];
    await addEntry(tx, {
      shopId: found.id,
      kind: 'signed_off',
      capability: null,
      rehearsalId: null,
      actor,
      detail: {
        name,
        words,
        certificate: certificate && { ...certificate, capabilities: capabilities ?? [] },
      },
    });
    if (certificate === null) await openTraffic(tx, found.id);
    const imported = certificate && { issuer: certificate.issuer, certificate: certificate.sha256 };
    return {
      kind: 'done',
      says: 'It is on record.',
      answer: { shop, signed_off: true },
      record: {
        subjects: [`shop:${shop}`],
        detail: { environment: found.facts.environment, name, note: words, ...imported },
        changes: [{ field: 'signed off', before: signOffOf(found.facts) !== null, after: true }],
      },
    };
  },
});

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
  /** `missing`: what is not confirmed. */
  | { kind: 'refused'; why: keyof typeof LABELS; missing: readonly string[] }
  | { kind: 'taken'; certificate: ImportedCertificate | null };

const refused = (why: keyof typeof LABELS, missing: readonly string[] = []): Decision => ({
  kind: 'refused',
  why,
  missing,
});

interface Asked {
  shop: string;
  certificate?: string | undefined;
  issuer?: string | undefined;
}

/** `known`: installations whose certificates were imported before; `now`: by the database's clock. */
interface ToCertify {
  known: readonly string[];
  now: number;
}

function decide({ facts, shop }: KnownGoLive, asked: Asked, given: ToCertify): Decision {
  switch (facts.environment) {
    case 'development':
      return refused('development');
    case 'test': {
      if (asked.certificate !== undefined) return refused('no_certificate_needed');
      const missing = missingForSignOff(facts, shop);
      return missing.length > 0 ? refused('not_confirmed', missing) : { kind: 'taken', certificate: null };
    }
    case 'production':
      return takeCertificate(asked, given);
  }
}

function takeCertificate(asked: Asked, { known, now }: ToCertify): Decision {
  const { shop, certificate: document, issuer: named } = asked;
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
