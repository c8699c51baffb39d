import { rows, type Sql } from '@hub/database';
import { z } from 'zod';

const Reminder = z.object({
  madeAt: z.date(),
  /** Less than a day ago: there is no other one yet. */
  isToday: z.boolean(),
});

/** The last reminder to a shop; null: none yet. One that the mail server never took does not count. */
export async function lastReminder(db: Sql, shopId: number): Promise<z.output<typeof Reminder> | null> {
  const [last] = await rows(
    Reminder,
    db.$queryRaw`
    SELECT made_at AS "madeAt", coalesce(ended_at, now()) > now() - interval '24 hours' AS "isToday"
    FROM shop_mail WHERE shop_id = ${shopId} AND cause = 'reminder' AND state <> 'given_up'
    ORDER BY id DESC LIMIT 1`,
  );
  return last ?? null;
}
