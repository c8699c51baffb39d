import { CAPABILITIES } from '@hub/contract';
import { z } from 'zod';

const Time = z.iso.datetime();
const Confirmation = z.strictObject({ name: z.string(), words: z.string(), at: Time });

const CertifiedCapability = z.strictObject({
  capability: z.enum(CAPABILITIES),
  rehearsal: z.strictObject({
    id: z.uuid(),
    at: Time,
    by: z.string(),
    runner: z.string(),
    /** SHA-256 of the record with its evidence, which stays where it was made. */
    record_sha256: z.string(),
    checks: z.array(
      z.strictObject({
        id: z.string(),
        direction: z.enum(['to_store', 'from_store']),
        rule: z.string(),
        result: z.enum(['passed', 'failed', 'not_run']),
        overruled: z.strictObject({ by: z.string(), reason: z.string(), at: Time }).nullable(),
      }),
    ),
  }),
  confirmed: z.strictObject({
    store: Confirmation.extend({ link: z.enum(['mailed', 'printed']).nullable() }),
    operator: Confirmation,
  }),
});
export type CertifiedCapability = z.output<typeof CertifiedCapability>;

/** What was rehearsed with a store and confirmed by both sides (D32). */
export const Certificate = z.strictObject({
  version: z.literal(1),
  shop_slug: z.string(),
  shop_name: z.string(),
  environment: z.enum(['development', 'test', 'production']),
  store_api_root: z.string(),
  locations: z.string(),
  issued_at: Time,
  capabilities: z.array(CertifiedCapability),
  signed_off: Confirmation.nullable(),
});
export type Certificate = z.output<typeof Certificate>;

/** A certificate with the signature of the installation that issued it. */
export const SignedCertificate = z.strictObject({
  certificate: Certificate,
  /** SubjectPublicKeyInfo, DER, in base64. */
  public_key: z.string(),
  /** Ed25519 over the JSON of `certificate` as in the file, without white space; in hex. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type SignedCertificate = z.output<typeof SignedCertificate>;
