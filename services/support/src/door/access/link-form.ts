import { z } from 'zod';

/** The fields of the link form; a missing or overlong one matches no contact. */
export const LinkForm = z.object({
  shop: z.string().trim().max(100).catch(''),
  address: z.string().trim().toLowerCase().max(255).catch(''),
});
