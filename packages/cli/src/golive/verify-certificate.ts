import { readFileSync } from 'node:fs';
import { UNREAD_LABELS, verifyCertificate } from '@hub/desk/golive/certificate';
import type { DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';

/** Options of `hub golive verify`. */
export interface VerifyOptions extends DeskOptions {
  key?: string;
}

/** `hub golive verify <file>`: whether it is unchanged, and who issued it. */
export async function verify(file: string, options: VerifyOptions): Promise<void> {
  const verdict = verifyCertificate(readFileSync(file, 'utf8'));
  if (verdict.kind === 'altered')
    throw new CommandFailure([`${file} is not as it was issued: some of its bytes were changed`]);
  if (verdict.kind !== 'sound') throw new CommandFailure([`${file}: ${UNREAD_LABELS[verdict.kind]}`]);
  const { issuer, signed } = verdict;
  const { key } = options;
  // With its issuer given a file is verified without a desk.
  const known = key === undefined ? (await ask(options, 'golive.issuers', {})).issuers : [key.toLowerCase()];
  if (!known.includes(issuer))
    throw new CommandFailure([
      `${file} is as it was issued, by an installation that is ${key === undefined ? 'not known here' : 'another than the one named'}: ${issuer}`,
      'compare this fingerprint with what `hub golive key` prints there, then say it with --key',
    ]);
  const { shop_slug: shop, environment, issued_at, capabilities } = signed.certificate;
  const names = capabilities.map(({ capability }) => capability);
  if (options.json) printJson({ valid: true, issuer, shop, environment, issued_at, capabilities: names });
  else print(`valid: ${shop} in ${environment}, ${names.join(', ')}; issued ${issued_at} by ${issuer}`);
}
