import type { Database, Prisma, Tx } from '@hub/database';
import {
  decryptSecret,
  encryptSecret,
  secretFingerprint,
  SecretUnreadableError,
  type EncryptedSecret,
  type KeyRing,
  type Keys,
} from '@hub/installation';
import type { AgreedRate, Capabilities, SigningSecret } from './sheet-fields';

const WITH_PARTS = {
  secrets: { orderBy: { position: 'asc' } },
  locations: { orderBy: { locationId: 'asc' } },
  splitRates: { orderBy: [{ variantId: 'asc' }, { appliesFrom: 'asc' }] },
  rehearsal: true,
} as const satisfies Prisma.ShopInclude;

/**
 * A stored shop with its secrets, locations, split rates and the rehearsal in progress. Without its people, who are of no
 * concern to services: only the sheet and the door read them (D29).
 */
export type ShopRow = Prisma.ShopGetPayload<{ include: typeof WITH_PARTS; omit: { contacts: true } }>;

/** One query after another: a transaction has one connection, and Prisma would send those of an `include` at once. */
export async function findShopRow(tx: Tx, slug: string): Promise<ShopRow | null> {
  const shop = await tx.shop.findUnique({ where: { slug }, omit: { contacts: true } });
  if (shop === null) return null;
  const ofShop = { shopId: shop.id };
  return {
    ...shop,
    secrets: await tx.shopSecret.findMany({ where: ofShop, ...WITH_PARTS.secrets }),
    locations: await tx.shopLocation.findMany({ where: ofShop, ...WITH_PARTS.locations }),
    splitRates: await tx.splitRate.findMany({ where: ofShop, ...WITH_PARTS.splitRates }),
    rehearsal: await tx.rehearsalRun.findUnique({ where: ofShop }),
  };
}

/** Shops of the network, without removed ones. */
export async function shopRows(db: Database, ids: readonly number[]): Promise<ShopRow[]> {
  return db.shop.findMany({
    where: { id: { in: [...ids] }, removedAt: null },
    include: WITH_PARTS,
    omit: { contacts: true },
  });
}

/** What a directory polls: little, once a second. */
export async function shopRevisions(db: Database): Promise<{ id: number; revision: bigint }[]> {
  return db.shop.findMany({
    where: { removedAt: null },
    select: { id: true, revision: true },
    orderBy: { id: 'asc' },
  });
}

export interface Credentials {
  /** In the order in which they are tried: the one set at the shop's door, if there is one, then those of the sheet. */
  bearerTokens: readonly string[];
  /** Only those of the sheet. */
  sheetTokens: readonly string[];
  signingSecrets: readonly SigningSecret[];
}

/** The signing secrets of a shop that this process can decrypt; `unopened` are the others. */
export function openSigningSecrets(
  row: ShopRow,
  keys: string | KeyRing,
): { opened: SigningSecret[]; unopened: { verifyUntil: Date | null }[] } {
  const opened: SigningSecret[] = [];
  const unopened: { verifyUntil: Date | null }[] = [];
  for (const stored of row.secrets) {
    const { verifyUntil } = stored;
    try {
      opened.push({ secret: openSigningSecret(row.slug, stored, keys), verifyUntil });
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
      unopened.push({ verifyUntil });
    }
  }
  return { opened, unopened };
}

/** Decrypts a shop's secrets. Throws `SecretUnreadableError` if they were encrypted with another key. */
export function openCredentials(row: ShopRow, keys: string | KeyRing): Credentials {
  const { slug } = row;
  const sheetTokens = openTokens(slug, { ciphertext: row.bearerToken, keyId: row.bearerTokenKeyId }, keys);
  const doorToken = openDoorToken(row, keys);
  return {
    bearerTokens: doorToken === null ? sheetTokens : [...new Set([doorToken, ...sheetTokens])],
    sheetTokens,
    signingSecrets: row.secrets.map((secret) => ({
      secret: openSigningSecret(slug, secret, keys),
      verifyUntil: secret.verifyUntil,
    })),
  };
}

function openSigningSecret(slug: string, stored: EncryptedSecret, keys: string | KeyRing): string {
  return decryptSecret(keys, { shopSlug: slug, field: 'signing_secret' }, stored);
}

function openTokens(slug: string, sealed: EncryptedSecret, keys: string | KeyRing): string[] {
  return decryptSecret(keys, { shopSlug: slug, field: 'bearer_token' }, sealed).split(BETWEEN_TOKENS);
}

/** The bearer token that was set at the shop's own door (D35); null: none. */
export function openDoorToken(row: ShopRow, keys: string | KeyRing): string | null {
  const { slug, doorToken: ciphertext, doorTokenKeyId: keyId } = row;
  if (ciphertext === null || keyId === null) return null;
  return openTokens(slug, { ciphertext, keyId }, keys)[0] ?? null;
}

/** The one that it replaced; null: none. */
export function openFormerDoorToken(row: ShopRow, keys: string | KeyRing): string | null {
  const { slug, formerDoorToken: ciphertext, formerDoorTokenKeyId: keyId } = row;
  if (ciphertext === null || keyId === null) return null;
  return openTokens(slug, { ciphertext, keyId }, keys)[0] ?? null;
}

/** A token is visible ASCII: no token contains it. */
const BETWEEN_TOKENS = '\n';

export function sealBearerTokens(slug: string, bearerTokens: readonly string[], { current }: Keys) {
  const { ciphertext, keyId } = encryptSecret(
    current.hex,
    { shopSlug: slug, field: 'bearer_token' },
    bearerTokens.join(BETWEEN_TOKENS),
  );
  return { bearerToken: ciphertext, bearerTokenKeyId: keyId };
}

/** The columns of the bearer token of the shop's own door. */
export function sealDoorToken(slug: string, token: string, keys: Keys) {
  const { bearerToken: doorToken, bearerTokenKeyId: doorTokenKeyId } = sealBearerTokens(slug, [token], keys);
  return { doorToken, doorTokenKeyId };
}

/** The columns of the bearer token that it replaced. */
export function sealFormerDoorToken(slug: string, token: string, keys: Keys) {
  const { doorToken: formerDoorToken, doorTokenKeyId: formerDoorTokenKeyId } = sealDoorToken(
    slug,
    token,
    keys,
  );
  return { formerDoorToken, formerDoorTokenKeyId };
}

/** The columns without any bearer token of the door. */
export const NO_DOOR_TOKEN = {
  doorToken: null,
  doorTokenKeyId: null,
  doorTokenSetAt: null,
  formerDoorToken: null,
  formerDoorTokenKeyId: null,
  formerDoorTokenSetAt: null,
} as const;

/** The columns of one signing secret; its position among the shop's decides which one signs (D2). */
export function sealSigningSecret(
  slug: string,
  { secret, verifyUntil }: SigningSecret,
  { current, reference }: Keys,
) {
  const sealed = encryptSecret(current.hex, { shopSlug: slug, field: 'signing_secret' }, secret);
  return { ...sealed, fingerprint: secretFingerprint(reference, secret), verifyUntil };
}

export function capabilitiesOf({
  products,
  inventory,
  orders,
  cancellation,
  returns,
}: Capabilities): Capabilities {
  return { products, inventory, orders, cancellation, returns };
}

/** Rates as exact decimal texts. */
export function agreedRatesOf(row: ShopRow): AgreedRate[] {
  return row.splitRates.map(({ variantId, appliesFrom, rate }) => ({
    variantId,
    appliesFrom,
    rate: rate.toFixed(),
  }));
}
