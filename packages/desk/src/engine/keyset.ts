import { Prisma } from '@hub/database';

/** One of the sort terms of a list. Together they identify each row. */
export interface SortTerm {
  of: Prisma.Sql;
  descending: boolean;
}

/** The `ORDER BY` expressions. */
export function sortedBy(terms: readonly SortTerm[]): Prisma.Sql {
  return Prisma.join(
    terms.map(({ of, descending }) => (descending ? Prisma.sql`${of} DESC` : of)),
    ', ',
  );
}

/**
 * Whether a row comes after a place in the list, each term with its value there. The first term alone is a bound at
 * which an index can begin.
 */
export function comesAfter(place: readonly (SortTerm & { there: Prisma.Sql })[]): Prisma.Sql {
  const [first, ...rest] = place;
  if (first === undefined) return Prisma.sql`false`;
  const { of, there, descending } = first;
  const beyond = descending ? Prisma.sql`${of} < ${there}` : Prisma.sql`${of} > ${there}`;
  if (rest.length === 0) return beyond;
  const upTo = descending ? Prisma.sql`${of} <= ${there}` : Prisma.sql`${of} >= ${there}`;
  return Prisma.sql`(${upTo} AND (${beyond} OR ${comesAfter(rest)}))`;
}
