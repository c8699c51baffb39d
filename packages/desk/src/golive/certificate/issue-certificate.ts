import { createHash } from 'node:crypto';
import { CAPABILITIES, type Capability } from '@hub/contract';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { openCertificateKey, type Keys } from '@hub/installation';
import {
  confirmedRehearsal,
  isSameStore,
  signOffOf,
  type Confirmation,
  type ConfirmedRehearsal,
} from '@hub/shops';
import { findGoLive, type KnownGoLive } from '../read-go-live';
import type { Certificate, CertifiedCapability } from './certificate';
import { fingerprintOf, signCertificate } from './sign-certificate';

/**
 * The current certificate of a shop (D32): every capability that both sides confirmed, for its present store.
 * @param given opens the keys in the same transaction
 * @returns the signed file; null: there is no such shop, or nothing of it is confirmed
 */
export async function issueCertificate(
  db: Database,
  slug: string,
  given: (tx: Tx) => Promise<Keys>,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const certificate = await certificateOf(tx, slug);
    if (certificate === null) return null;
    return signCertificate(certificate, await openCertificateKey(tx, await given(tx)));
  });
}

/** The same without a signature, for viewing. */
export async function readCertificate(db: Database, slug: string): Promise<Certificate | null> {
  return inTransaction(db, (tx) => certificateOf(tx, slug));
}

async function certificateOf(tx: Tx, slug: string): Promise<Certificate | null> {
  const found = await findGoLive(tx, slug);
  if (found === null) return null;
  const certified = CAPABILITIES.flatMap((capability) => {
    const rehearsal = confirmedRehearsal(found.facts, capability);
    const counts = rehearsal !== null && isSameStore(rehearsal, found.shop.store);
    return counts ? [{ capability, rehearsal }] : [];
  });
  if (certified.length === 0) return null;
  const capabilities: CertifiedCapability[] = [];
  for (const one of certified) capabilities.push(await describe(tx, one));
  return describeShop(slug, found, capabilities);
}

function describeShop(
  slug: string,
  { name, facts, shop }: KnownGoLive,
  capabilities: CertifiedCapability[],
): Certificate {
  const signOff = signOffOf(facts);
  return {
    version: 1,
    shop_slug: slug,
    shop_name: name,
    environment: facts.environment,
    store_api_root: shop.store.storeApiRoot,
    locations: shop.store.locations,
    issued_at: new Date().toISOString(),
    capabilities,
    signed_off: signOff && { name: signOff.name, words: signOff.words, at: signOff.at.toISOString() },
  };
}

async function describe(
  tx: Tx,
  { capability, rehearsal }: { capability: Capability; rehearsal: ConfirmedRehearsal },
): Promise<CertifiedCapability> {
  const { rehearsalId: id, at, by, runner, checks, store, operator } = rehearsal;
  const { record } = await tx.goliveRehearsal.findUniqueOrThrow({ where: { id }, select: { record: true } });
  return {
    capability,
    rehearsal: {
      id,
      at: at.toISOString(),
      by,
      runner,
      record_sha256: createHash('sha256').update(JSON.stringify(record)).digest('hex'),
      checks: checks.map(({ id: check, direction, rule, result, overruled }) => ({
        id: check,
        direction,
        rule,
        result,
        overruled: overruled && {
          by: overruled.by,
          reason: overruled.reason,
          at: overruled.at.toISOString(),
        },
      })),
    },
    confirmed: {
      store: { ...said(store), link: store.link },
      operator: said(operator),
    },
  };
}

function said({ name, words, at }: Confirmation) {
  return { name, words, at: at.toISOString() };
}

/** The fingerprint of this installation's certificates; null: it has issued none yet. */
export async function installationFingerprint(db: Database): Promise<string | null> {
  const own = await db.certificateKey.findUnique({ where: { id: 1 } });
  return own && fingerprintOf(own.publicKey);
}
