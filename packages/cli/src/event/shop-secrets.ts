import type { Database } from '@hub/database';
import { keyRingOf } from '@hub/installation';
import type { NamedSecret } from '@hub/contract';
import { createLogger } from '@hub/runtime';
import { createShopDirectory, type Shop } from '@hub/shops';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { withDatabase } from '../with-database';

/** A shop with its secrets opened, including those that no longer verify. */
export async function openShop(
  slug: string,
  { db, config }: { db: Database; config: HubConfig },
): Promise<{ shop: Shop; secrets: NamedSecret[] }> {
  await requireServedShop(db, slug);
  const logger = createLogger({ service: 'hub', level: 'error' });
  const directory = createShopDirectory({ db, encryptionKey: keyRingOf(config), logger });
  await directory.refresh();
  const shop = directory.bySlug(slug);
  const sender = directory.senderOf(slug, Date.now());
  await directory.stop();
  if (!shop || !sender)
    throw new CommandFailure([`the secrets of ${slug} cannot be opened with the keys given here`]);
  const named = (secret: string, index: number, verifies: boolean): NamedSecret => ({
    secret,
    name: `${verifies ? 'secret' : 'older secret'} ${index + 1} of ${slug}`,
    verifies,
  });
  return {
    shop,
    secrets: [
      ...sender.secrets.map((secret, index) => named(secret, index, true)),
      ...sender.older.map((secret, index) => named(secret, index, false)),
    ],
  };
}

/** The same with its own database connection. */
export function openStoredShop(slug: string): ReturnType<typeof openShop> {
  return withDatabase((context) => openShop(slug, context));
}
