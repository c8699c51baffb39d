import { z } from 'zod';
import type { Database } from './database';
import { rows } from './rows';

const AdmittedRow = z.object({ admitted: z.int() });
const PoolRow = z.object({ service: z.string(), processes: z.int(), connections: z.int() });

export interface PoolsInUse {
  /** How many connections all pools of the connected processes may open, by service. */
  pools: { service: string; processes: number; connections: number }[];
  total: number;
  /** How many connections the server accepts, without those reserved for administrators. */
  admitted: number;
}

/** Adds up current connections, by the names that processes give them. */
export async function poolsInUse(db: Database): Promise<PoolsInUse> {
  const [server] = await rows(
    AdmittedRow,
    db.$queryRaw`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS admitted`,
  );
  const pools = await rows(
    PoolRow,
    db.$queryRaw`
    SELECT split_part(name, '/', 1) AS service, count(*)::int AS processes,
      sum(split_part(name, '/', -1)::int)::int AS connections
    FROM (
      SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE application_name ~ '^[a-z ]+/.*/[0-9]{1,9}/[0-9]{1,4}$'
    ) AS known GROUP BY 1 ORDER BY 1`,
  );
  const total = pools.reduce((sum, { connections }) => sum + connections, 0);
  return { pools, total, admitted: server?.admitted ?? Infinity };
}
