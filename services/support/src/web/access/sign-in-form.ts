import { z } from 'zod';

/** What the sign-in form sends; what is missing or too long belongs to nobody. */
export const SignInForm = z.object({
  name: z.string().trim().max(100).catch(''),
  password: z.string().max(1_000).catch(''),
  /** Where to go on. */
  next: z.string().optional().catch(undefined),
});
