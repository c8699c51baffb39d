import { Prisma } from '@hub/database';

/**
 * Whether a stored variant was retired with the article that its staged row names, or came back to an article before and
 * found it taken (D14).
 * @param stored alias of table `variant`, whose columns may be null
 * @param staged alias of table `staged_variant`
 */
export function cameBack(stored: string, staged: string): Prisma.Sql {
  const [v, s] = [Prisma.raw(stored), Prisma.raw(staged)];
  return Prisma.sql`(${v}.state = 'retired' AND ${v}.gtin = ${s}.gtin OR ${v}.link_problem = 'article_taken')`;
}
