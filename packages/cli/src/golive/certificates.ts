import { writeFileSync } from 'node:fs';
import { inTransaction, type Tx } from '@hub/database';
import { openCertificateKey, openKeysIn, type Keys, type KeysConfig } from '@hub/installation';
import { fingerprintOf, installationFingerprint, issueCertificate, knownIssuers } from '@hub/desk/golive';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { lackedKey } from '../keys/require-keys';
import { note, print, printFile, printJson } from '../output';
import { withDatabase } from '../with-database';

/** `hub golive <slug> certificate`: the signed file, to a file or to standard output. */
export async function certificate(slug: string, { out }: { out?: string }): Promise<void> {
  const text = await withDatabase(async ({ db, config }) => {
    await requireShop(db, slug);
    return issueCertificate(db, slug, keysFor(config));
  });
  if (text === null)
    throw new CommandFailure([`nothing of ${slug} is confirmed by both sides for its store as it is now`]);
  if (out === undefined) return printFile(text);
  writeFileSync(out, text);
  note(`written to ${out}`);
}

/** `hub golive key`: how other installations recognise this one's certificates. */
export async function key(options: { json?: boolean }): Promise<void> {
  const publicKey = await withDatabase(({ db, config }) =>
    inTransaction(db, async (tx) => (await openCertificateKey(tx, await keysFor(config)(tx))).publicKey),
  );
  const fingerprint = fingerprintOf(publicKey);
  if (options.json) printJson({ fingerprint, public_key: publicKey });
  else print(fingerprint);
}

/** Signed here, or imported here before. */
export function isKnown(issuer: string): Promise<boolean> {
  return withDatabase(async ({ db }) => {
    if ((await installationFingerprint(db)) === issuer) return true;
    return inTransaction(db, async (tx) => (await knownIssuers(tx)).includes(issuer));
  });
}

function keysFor(config: KeysConfig): (tx: Tx) => Promise<Keys> {
  return async (tx) => {
    const keys = await openKeysIn(tx, config);
    if ('lacks' in keys) throw new CommandFailure([lackedKey(keys)]);
    return keys;
  };
}
