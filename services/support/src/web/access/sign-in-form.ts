import { z } from 'zod';

/** The fields of the sign-in form; a missing or overlong one matches no account. */
export const SignInForm = z.object({
  name: z.string().trim().max(100).catch(''),
  password: z.string().max(1_000).catch(''),
  /** Where to go next. */
  next: z.string().optional().catch(undefined),
});
