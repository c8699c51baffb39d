import { inTransaction } from '@hub/database';
import { openCertificateKey, SecretUnreadableError } from '@hub/installation';
import { installationFingerprint, issueCertificate } from '../golive/certificate/issue-certificate';
import { fingerprintOf } from '../golive/certificate/sign-certificate';
import { describeGoLive } from '../golive/describe-go-live';
import { readGoLive } from '../golive/read-go-live';
import { knownIssuers } from '../golive/sign-off';
import { z } from 'zod';
import { look } from './command';
import { CommandFault } from './command-fault';
import { requireShop, Text } from './fields';

const OfShop = z.strictObject({ shop: Text });
const Nothing = z.strictObject({});

/** What of a shop's going live is confirmed, and what is missing (D32). */
export const goliveShow = look({
  input: OfShop,
  run: async ({ db }, { shop: slug }) => {
    const { slug: shop } = await requireShop(db, slug);
    const goLive = await readGoLive(db, shop);
    if (goLive === null) throw new CommandFault('unknown', [`no shop "${shop}"`]);
    return describeGoLive(goLive);
  },
});

/** The certificate of a shop, signed (D32): the text of its file. The first one makes the installation's key. */
export const goliveCertificate = look({
  input: OfShop,
  run: async ({ db, cipher }, { shop: slug }) => {
    const { slug: shop } = await requireShop(db, slug);
    const certificate = await signing(() => issueCertificate(db, shop, (tx) => cipher.keys(tx)));
    if (certificate !== null) return { certificate };
    throw new CommandFault('refused', [
      `nothing of ${shop} is confirmed by both sides for its store as it is now`,
    ]);
  },
});

/** How other installations recognise the certificates of this one; the first use makes its key. */
export const goliveKey = look({
  input: Nothing,
  run: async ({ db, cipher }) => {
    const key = await signing(() =>
      inTransaction(db, async (tx) => openCertificateKey(tx, await cipher.keys(tx))),
    );
    return { fingerprint: fingerprintOf(key.publicKey), public_key: key.publicKey };
  },
});

/** Fingerprints of the installations whose certificates count here: this one, and those imported before. */
export const goliveIssuers = look({
  input: Nothing,
  run: async ({ db }) => {
    const own = await installationFingerprint(db);
    const imported = await inTransaction(db, knownIssuers);
    return { issuers: [...(own === null ? [] : [own]), ...imported] };
  },
});

/** Throws `CommandFault` if this process lacks the key that opens the one that signs. */
async function signing<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SecretUnreadableError)) throw error;
    throw new CommandFault('refused', [`cannot sign: ${error.message} (HUB_ENCRYPTION_KEYS)`]);
  }
}
