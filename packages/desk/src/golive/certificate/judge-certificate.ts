import type { Certificate } from './certificate';

const DAY_MS = 24 * 60 * 60_000;
const SIGNED_OFF_WITHIN_MS = 365 * DAY_MS;
/** A process whose clock differs by more from the database's serves nothing (Clocks). */
const CLOCKS_MS = 60_000;

/** Why production is not signed off with a sound certificate, as labels. */
export const UNFIT_LABELS = {
  other_shop: 'the certificate is of another shop',
  not_of_test: 'the certificate is not of test',
  not_signed_off: 'the certificate was issued before test was signed off',
  signed_off_long_ago: 'the sign-off of test is not within the last 365 days',
  no_capability: 'the certificate names no capability that was rehearsed',
  failed_check: 'a check of the certificate was neither passed nor overruled in test',
} as const;
export type UnfitCertificate = keyof typeof UNFIT_LABELS;

/** Whether production is signed off with a certificate (D32). @returns why not; null if it is */
export function judgeCertificate(
  certificate: Certificate,
  { shop, now }: { shop: string; now: number },
): UnfitCertificate | null {
  const { signed_off: signedOff, capabilities } = certificate;
  if (certificate.shop_slug !== shop) return 'other_shop';
  if (certificate.environment !== 'test') return 'not_of_test';
  if (signedOff === null) return 'not_signed_off';
  const ageMs = now - Date.parse(signedOff.at);
  if (ageMs > SIGNED_OFF_WITHIN_MS || ageMs < -CLOCKS_MS) return 'signed_off_long_ago';
  if (capabilities.length === 0) return 'no_capability';
  return capabilities.every(({ rehearsal }) => isPassed(rehearsal.checks)) ? null : 'failed_check';
}

type Checks = Certificate['capabilities'][number]['rehearsal']['checks'];

function isPassed(checks: Checks): boolean {
  return (
    checks.length > 0 && checks.every(({ result, overruled }) => result === 'passed' || overruled !== null)
  );
}
