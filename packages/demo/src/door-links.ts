import { CommandFailure } from '@hub/cli';
import type { Database } from '@hub/database';
import { linkAddress, makeLink } from '@hub/desk/door';

/** Each sheet of the demonstration names it. */
export const CONTACT = 'technical';

/** A link for each shop with which its people sign in at their own door: once, within 15 minutes (D35). */
export async function doorLinks<Shop extends { slug: string }>(
  db: Database,
  { url, shops }: { url: string; shops: readonly Shop[] },
): Promise<{ shop: Shop; link: string }[]> {
  const links: { shop: Shop; link: string }[] = [];
  for (const shop of shops) {
    const asked = { shop: shop.slug, contact: CONTACT, askedBy: 'cli:demonstration', now: Date.now() };
    const made = await makeLink(db, { ...asked, delivery: 'printed' });
    if (made.kind === 'unknown') throw new CommandFailure([`${shop.slug} has no contact ${CONTACT}`]);
    links.push({ shop, link: linkAddress(url, made.token) });
  }
  return links;
}
