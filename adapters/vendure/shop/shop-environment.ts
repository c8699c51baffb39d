import { z } from 'zod';

/** What a shop of a trial is given, as environment variables. */
const ShopEnvironment = z.object({
  SHOP_SLUG: z.string().min(1),
  SHOP_NAME: z.string().min(1),
  SHOP_PORT: z.coerce.number(),
  /** Where its database and pictures are. */
  SHOP_FOLDER: z.string().min(1),
  /** JSON: what it has, by sku. */
  SHOP_STOCK: z.string().transform((text) => z.record(z.string(), z.number()).parse(JSON.parse(text))),
  SHOP_PASSWORD: z.string().min(1),
  HUB_EVENTS_URL: z.url(),
  HUB_BEARER_TOKEN: z.string().min(1),
  HUB_SIGNING_SECRET: z.string().min(1),
  /** How often the outbox is polled. */
  HUB_POLL_MS: z.coerce.number().default(500),
  /** The waits between attempts, in milliseconds, with commas between; the contract's, where not given. */
  HUB_DELAYS_MS: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .optional(),
  HUB_SWEEP_MS: z.coerce.number().optional(),
});
export type ShopEnvironment = z.infer<typeof ShopEnvironment>;

export const readShopEnvironment = (): ShopEnvironment => ShopEnvironment.parse(process.env);
