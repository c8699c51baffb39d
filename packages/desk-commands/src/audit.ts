import { auditTrail } from '@hub/support-desk';
import { z } from 'zod';
import { look } from './command';
import { Limit, Moment, Text, time } from './fields';

/** Who of support did what, and who viewed which personal data, newest first. */
export const auditList = look({
  input: z.strictObject({
    subject: Text.optional(),
    actor: Text.optional(),
    before: z
      .string()
      .regex(/^\d{1,18}$/, 'must be the id of an entry')
      .optional(),
    since: Moment.optional(),
    limit: Limit,
  }),
  run: async ({ db }, query) =>
    (await auditTrail(db, query)).map((entry) => ({ ...entry, at: time(entry.at) })),
});
