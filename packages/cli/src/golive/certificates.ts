import { readFileSync, writeFileSync } from 'node:fs';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { openCertificateKey, openKeysIn, type Keys, type KeysConfig } from '@hub/installation';
import {
  fingerprintOf,
  installationFingerprint,
  issueCertificate,
  knownIssuers,
  UNREAD_WORDS,
  verifyCertificate,
} from '@hub/go-live';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { lackedKey } from '../keys/require-keys';
import { note, print, printJson } from '../output';
import { withDatabase } from '../with-database';

/** `hub golive <slug> certificate`: the signed file, to a file or to standard output. */
export async function certificate(slug: string, { out }: { out?: string }): Promise<void> {
  const text = await withDatabase(async ({ db, config }) => {
    await requireShop(db, slug);
    return issueCertificate(db, slug, keysFor(config));
  });
  if (text === null)
    throw new CommandFailure([`nothing of ${slug} is confirmed by both sides for its store as it is now`]);
  if (out === undefined) return void process.stdout.write(text);
  writeFileSync(out, text);
  note(`written to ${out}`);
}

/** `hub golive verify <file>`: whether it is as it was issued, and by whom. */
export async function verify(file: string, options: { key?: string; json?: boolean }): Promise<void> {
  const verdict = verifyCertificate(readFileSync(file, 'utf8'));
  if (verdict.kind === 'altered')
    throw new CommandFailure([`${file} is not as it was issued: some of its bytes were changed`]);
  if (verdict.kind !== 'sound') throw new CommandFailure([`${file}: ${UNREAD_WORDS[verdict.kind]}`]);
  const { issuer, signed } = verdict;
  const known =
    issuer === options.key?.toLowerCase() || (await withDatabase(({ db }) => isKnown(db, issuer)));
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

/** `hub golive key`: by what other installations know this one's certificates. */
export async function key(options: { json?: boolean }): Promise<void> {
  const publicKey = await withDatabase(({ db, config }) =>
    inTransaction(db, async (tx) => (await openCertificateKey(tx, await keysFor(config)(tx))).publicKey),
  );
  const fingerprint = fingerprintOf(publicKey);
  if (options.json) printJson({ fingerprint, public_key: publicKey });
  else print(fingerprint);
}

/** Signed here, or imported here before. */
async function isKnown(db: Database, issuer: string): Promise<boolean> {
  if ((await installationFingerprint(db)) === issuer) return true;
  return inTransaction(db, async (tx) => (await knownIssuers(tx)).includes(issuer));
}

function keysFor(config: KeysConfig): (tx: Tx) => Promise<Keys> {
  return async (tx) => {
    const keys = await openKeysIn(tx, config);
    if ('lacks' in keys) throw new CommandFailure([lackedKey(keys)]);
    return keys;
  };
}
