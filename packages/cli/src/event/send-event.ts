import { readFileSync } from 'node:fs';
import type { Database } from '@hub/database';
import { sendAsShop } from '@hub/desk/events';
import { actorOf } from '../actor';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireEventName } from './event-name';
import { exampleBody, type ExampleShop } from './example-event';
import { requireServedShop } from '../find-shop';
import { withDatabase } from '../with-database';
import { openShop } from './shop-secrets';
import { parseChanges } from './parse-changes';

export interface SendOptions {
  file?: string;
  set?: string[];
  to?: string;
  as?: string;
  confirm?: boolean;
  json?: boolean;
}

/** Which event to send for which shop. */
interface Asked {
  slug: string;
  event: string | undefined;
  options: SendOptions;
}

/** The result of an event that was sent for a shop. */
export interface SentEvent {
  url: string;
  signature: string;
  status: number;
  answer: unknown;
}

/**
 * Sends an event as a shop would, signed with its own secret: one from a file, byte by byte, or an example. It has its
 * full effect, so `production` requires `--confirm`, and the sender is recorded.
 */
export function sendEvent(asked: Asked): Promise<SentEvent> {
  return withDatabase((context) => sendIn(asked, context));
}

async function sendIn(asked: Asked, context: { db: Database; config: HubConfig }): Promise<SentEvent> {
  const { slug, event, options } = asked;
  if (context.config.HUB_ENVIRONMENT === 'production' && !options.confirm)
    throw new CommandFailure([
      'this would be a real event of the shop, in production: say it again with --confirm',
    ]);
  const opened = await openShop(slug, context);
  const [signing] = opened.secrets;
  if (!signing?.verifies) throw new CommandFailure([`${slug} has no secret that verifies now`]);
  const body =
    options.file === undefined
      ? await example(slug, { event, options, db: context.db })
      : readFileSync(options.file);
  const url = options.to ?? `http://127.0.0.1:${context.config.INGRESS_PORT}/shops/${slug}/events`;
  const { signature, status, answer, failure } = await sendAsShop(context.db, {
    shop: slug,
    url,
    secret: signing.secret,
    body,
    actor: actorOf(options.as),
    detail: { event: event ?? 'from a file', bytes: body.length },
  });
  if (status === null) throw new CommandFailure([`nothing answers at ${url}: ${failure}`]);
  return { url, signature, status, answer };
}

async function example(
  slug: string,
  { event, options, db }: { event: string | undefined; options: SendOptions; db: Database },
): Promise<Buffer> {
  if (event === undefined) throw new CommandFailure(['name an event, or a file with --file']);
  const changes = parseChanges(options.set);
  const shop = await exampleShop(db, slug);
  return Buffer.from(exampleBody(requireEventName(event), { shop, changes, now: new Date() }));
}

/** A shop's own figures for an example. */
export function readExampleShop(slug: string): Promise<ExampleShop> {
  return withDatabase(async ({ db }) => {
    await requireServedShop(db, slug);
    return exampleShop(db, slug);
  });
}

async function exampleShop(db: Database, slug: string): Promise<ExampleShop> {
  const shop = await db.shop.findUniqueOrThrow({ where: { slug }, include: { locations: true } });
  const variant = await db.variant.findFirst({
    where: { shopId: shop.id, state: 'active' },
    orderBy: [{ gtin: { sort: 'asc', nulls: 'last' } }, { variantId: 'asc' }],
  });
  return {
    currency: shop.currency,
    hubNetworkLocationId: shop.hubNetworkLocationId,
    locationId: shop.locations[0]?.locationId ?? '',
    country: shop.destinationCountries[0] ?? shop.country,
    variantId: variant?.variantId ?? null,
  };
}
