import type { Tx } from '@hub/database';

/**
 * Has the planner join whole sets, for the rest of the transaction. Its statistics are as old as the last autovacuum:
 * of a catalogue that was just staged it knows nothing, takes 100 000 rows for one, and would compare each with each.
 */
export async function planForSets(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
  // Where a loop is the only way its cost counts as enormous, which would have every statement compiled.
  await tx.$executeRaw`SET LOCAL jit = off`;
}

/** Has the planner look rows up again, a few in large tables. */
export async function planForFewRows(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = on`;
}
