import { rows, type Sql } from '@hub/database';
import { z } from 'zod';

const UntilRow = z.object({ until: z.date() });

/**
 * How far any copy of the service has looked in a sweep, in milliseconds since the epoch; the look of another copy
 * waits for this one. The progress is kept: a look goes on from there, however long no copy ran.
 * @param otherwise where nothing is recorded yet
 */
export async function lookedUntil(tx: Sql, sweep: string, otherwise: number): Promise<number> {
  await tx.$executeRaw`
    INSERT INTO sweep_progress (sweep, looked_until) VALUES (${sweep}, ${new Date(otherwise)})
    ON CONFLICT DO NOTHING`;
  const [row] = await rows(
    UntilRow,
    tx.$queryRaw`
    SELECT looked_until AS until FROM sweep_progress WHERE sweep = ${sweep} FOR UPDATE`,
  );
  return row?.until.getTime() ?? otherwise;
}

/** @param until milliseconds since the epoch */
export async function saveLookedUntil(tx: Sql, sweep: string, until: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE sweep_progress SET looked_until = ${new Date(until)} WHERE sweep = ${sweep}`;
}
