import { Prisma } from '@hub/database';

/** Of a longer name only the prefix is compared: a row of an index holds no more than 8 KB. */
const COMPARED = 100;
/** Shorter prefixes match too much. */
export const SHORTEST_BEGINNING = 4;

/** Normalises spelling variants: case, blanks, dashes, `#`. As in the search indexes. */
export function searchKey(text: string): string {
  return text
    .replaceAll(/[ \-#]/g, '')
    .toUpperCase()
    .slice(0, COMPARED);
}

/** The same of a column, for the index on it. */
export function keyOf(column: string): Prisma.Sql {
  return Prisma.sql`left(upper(translate(${Prisma.raw(column)}, ' -#', '')), ${Prisma.raw(String(COMPARED))})`;
}

/** A condition: the column's key starts so. */
export function beginsWith(column: string, key: string): Prisma.Sql {
  const pattern = `${key.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`${keyOf(column)} LIKE ${pattern}`;
}
