import { Client } from 'pg';

/** The months of decisions as they are after the network has run for so long: support created one after the other. */
export async function withMonths(url: string, days: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT ledger.drop_decisions('routing_decision_before')`);
    await client.query(
      `SELECT ledger.add_decision_month(month::date)
       FROM generate_series(date_trunc('month', now() - $1 * interval '1 day'), now(), interval '1 month') AS month`,
      [days],
    );
  } finally {
    await client.end();
  }
}
