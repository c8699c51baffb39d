import type { Tx } from '@hub/database';

/**
 * Makes the planner join whole sets, for the rest of the transaction. Its statistics are as old as the last autovacuum:
 * of a freshly staged catalogue it has none, takes 100 000 rows for one, and would compare each with each.
 */
export async function planForSets(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
  // Where a loop is the only way, its cost counts as enormous, which would have every statement compiled.
  await tx.$executeRaw`SET LOCAL jit = off`;
}

/** Makes the planner use look-ups again, for a few rows in large tables. */
export async function planForFewRows(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = on`;
}
