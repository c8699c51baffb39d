import type { Sql } from '@hub/database';

/** Notes since when the `inventory` of shops is off, however it was switched (D16). @returns how many changed */
export async function noteSwitchedOff(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE shop SET inventory_off_since = CASE WHEN inventory = 'off' THEN now() END
    WHERE (inventory = 'off') <> (inventory_off_since IS NOT NULL)`;
}
