import { Prisma } from '@hub/database';
import { commandQueue, type Command } from '@hub/messaging';

/**
 * The id of a failed command's subject; null: it is another command, or was not parsed. @param alias of table
 * `dead_letter`
 */
export function workOfLetter(alias: string, command: Command, key: string): Prisma.Sql {
  const letter = Prisma.raw(alias);
  return Prisma.sql`(CASE WHEN ${letter}.origin = ${commandQueue(command).name}
    AND ${letter}.identity LIKE ${`${command.type}:{%`}
    THEN (substr(${letter}.identity, ${command.type.length + 2})::jsonb ->> ${key})::uuid END)`;
}
