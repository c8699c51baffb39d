import { Prisma } from '@hub/database';
import { commandQueue, type Command } from '@hub/messaging';

/**
 * The id of a failed command's subject; null: it is another command, or was not parsed. @param alias of table
 * `dead_letter`
 */
export function workOfFailedMessage(alias: string, command: Command, key: string): Prisma.Sql {
  const failedMessage = Prisma.raw(alias);
  return Prisma.sql`(CASE WHEN ${failedMessage}.origin = ${commandQueue(command).name}
    AND ${failedMessage}.identity LIKE ${`${command.type}:{%`}
    THEN (substr(${failedMessage}.identity, ${command.type.length + 2})::jsonb ->> ${key})::uuid END)`;
}
