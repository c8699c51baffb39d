import { z } from 'zod';

/** What the form for a link sends; what is missing or too long belongs to nobody. */
export const LinkForm = z.object({
  shop: z.string().trim().max(100).catch(''),
  address: z.string().trim().toLowerCase().max(255).catch(''),
});
