import type { Database } from '@hub/database';
import { SecretUnreadableError, type BodyCipher, type BodyPlace } from '@hub/installation';
import { parseJson } from '../messages/read-message';
import { textsOf, type CustomerName } from './find-customer';
import { isSamePhone } from './same-phone';

/** Bodies that name a customer anywhere: by the ids of their rows. */
export interface CustomerBodies {
  deadLetters: string[];
  sentEvents: string[];
}

interface BodyRow {
  id: string;
  shopId: number | null;
  bodies: { body: Uint8Array; bodyKeyId: number | null }[];
}

/** Rows per read. */
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Searches every stored body for a customer (D33). They are encrypted, so each is decrypted and searched, outside any
 * transaction: a repeated search finds what arrived meanwhile.
 */
export async function findCustomerBodies(
  db: Database,
  cipher: BodyCipher,
  name: CustomerName,
): Promise<CustomerBodies> {
  const isNamed = namedIn(name);
  if (isNamed === null) return { deadLetters: [], sentEvents: [] };
  const shops = await db.shop.findMany({ select: { id: true, country: true } });
  const countries = new Map(shops.map(({ id, country }) => [id, country]));
  const deadLetters = await search(db, cipher, {
    table: 'dead_letter',
    read: async (after) => {
      const rows = await db.deadLetter.findMany({
        where: { id: { gt: after } },
        orderBy: { id: 'asc' },
        take: BATCH,
        select: {
          id: true,
          shopId: true,
          body: true,
          bodyKeyId: true,
          editedBody: true,
          editedBodyKeyId: true,
        },
      });
      return rows.map(({ id, shopId, body, bodyKeyId, editedBody, editedBodyKeyId }) => ({
        id,
        shopId,
        bodies: [
          { body, bodyKeyId },
          ...(editedBody === null ? [] : [{ body: editedBody, bodyKeyId: editedBodyKeyId }]),
        ],
      }));
    },
    countries,
    isNamed,
  });
  const sentEvents = await search(db, cipher, {
    table: 'sent_event',
    read: async (after) => {
      const rows = await db.sentEvent.findMany({
        where: { id: { gt: after } },
        orderBy: { id: 'asc' },
        take: BATCH,
        select: { id: true, shopId: true, body: true, bodyKeyId: true },
      });
      return rows.map(({ id, shopId, body, bodyKeyId }) => ({
        id,
        shopId,
        bodies: body === null ? [] : [{ body, bodyKeyId }],
      }));
    },
    countries,
    isNamed,
  });
  return { deadLetters, sentEvents };
}

interface Searched {
  table: BodyPlace['table'];
  /** Rows after an id, in the order of ids. */
  read: (after: string) => Promise<BodyRow[]>;
  /** Of shops, by their ids. */
  countries: ReadonlyMap<number, string>;
  isNamed: NamedIn;
}

/** Whether a body names the customer. @param country of the shop that the body is about; null: not known */
type NamedIn = (body: Buffer, country: string | null) => boolean;

async function search(
  db: Database,
  cipher: BodyCipher,
  { table, read, countries, isNamed }: Searched,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const rows: BodyRow[] = await read(after);
    for (const row of rows) {
      const bodies = await openAll(db, cipher, { table, row });
      const country = row.shopId === null ? null : (countries.get(row.shopId) ?? null);
      if (bodies.some((body) => isNamed(body, country))) found.push(row.id);
    }
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
  }
  return found;
}

/** What cannot be decrypted is skipped. */
async function openAll(
  db: Database,
  cipher: BodyCipher,
  { table, row: { id, bodies } }: { table: BodyPlace['table']; row: BodyRow },
): Promise<Buffer[]> {
  const opened: Buffer[] = [];
  for (const stored of bodies) {
    try {
      opened.push(await cipher.open(db, { table, id }, stored));
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
    }
  }
  return opened;
}

/** Null: the name could not appear in a body. */
function namedIn(name: CustomerName): NamedIn | null {
  const texts = textsOf(name).map((text) => text.toLowerCase());
  if (texts.length === 0) return null;
  const names = (text: string): boolean => texts.some((sought) => text.toLowerCase().includes(sought));
  return (body, country) => {
    // As meant, not as written: JSON may escape any character.
    const found = textsIn(parseJson(body), 0);
    if (names(body.toString('utf8')) || found.some(names)) return true;
    if (!('phone' in name)) return false;
    // A body has few texts of two letters: those of its addresses are among them.
    const countries = [...found.filter((text) => COUNTRY.test(text)), ...(country === null ? [] : [country])];
    return found.some((text) => isSamePhone(name.phone, text, countries));
  };
}

const COUNTRY = /^[A-Z]{2}$/;
const MAX_DEPTH = 50;

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
