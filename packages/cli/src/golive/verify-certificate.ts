import { readFileSync } from 'node:fs';
import { UNREAD_LABELS, verifyCertificate } from '@hub/desk/golive/certificate';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';

/** Options of `hub golive verify`. */
export interface VerifyOptions {
  key?: string;
  json?: boolean;
}

/** `hub golive verify <file>`: whether it is unchanged, and who issued it. */
export async function verify(file: string, options: VerifyOptions): Promise<void> {
  const verdict = verifyCertificate(readFileSync(file, 'utf8'));
  if (verdict.kind === 'altered')
    throw new CommandFailure([`${file} is not as it was issued: some of its bytes were changed`]);
  if (verdict.kind !== 'sound') throw new CommandFailure([`${file}: ${UNREAD_LABELS[verdict.kind]}`]);
  const { issuer, signed } = verdict;
  const known = issuer === options.key?.toLowerCase() || (await isKnownHere(issuer));
  if (!known)
    throw new CommandFailure([
      `${file} is as it was issued, by an installation that is not known here: ${issuer}`,
      'compare this fingerprint with what `hub golive key` prints there, then say it with --key',
    ]);
  const { shop_slug: shop, environment, issued_at, capabilities } = signed.certificate;
  const names = capabilities.map(({ capability }) => capability);
  if (options.json) printJson({ valid: true, issuer, shop, environment, issued_at, capabilities: names });
  else print(`valid: ${shop} in ${environment}, ${names.join(', ')}; issued ${issued_at} by ${issuer}`);
}

/** Not called where the issuer is given: such a file is verified without a database. */
async function isKnownHere(issuer: string): Promise<boolean> {
  const { isKnown } = await import('../golive/certificates.js');
  return isKnown(issuer);
}
