import { MASK, maskCall } from '@hub/contract';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const CallRow = z.object({
  reference: z.string(),
  operation: z.string(),
  request: z.unknown(),
  response: z.unknown(),
});

/** Longer texts are truncated: the beginning matters. */
const CHARACTERS = 300;

const Words = z.object({ code: z.string().catch(''), message: z.string().catch('') });
const Answer = z.union([
  z.object({ error: Words }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ code: '', message: error })),
  z.object({ message: z.string() }).transform(({ message }) => ({ code: '', message })),
  z.string().transform((message) => ({ code: '', message })),
]);

/**
 * A store's own message when it did not do what it was asked, such as `insufficient_stock: 0 left`: its text, masked
 * when it was recorded, truncated. Null: no readable message.
 * @param response of a recorded call
 */
export function storeMessageOf(response: unknown): string | null {
  const read = Answer.safeParse(response);
  if (!read.success) return null;
  const { code, message } = read.data;
  const words = [code, message].map((text) => text.trim()).filter((text) => text !== '' && text !== MASK);
  const said = words.join(': ').replaceAll(/\s+/g, ' ');
  if (said === '') return null;
  return said.length > CHARACTERS ? `${said.slice(0, CHARACTERS)}…` : said;
}

/** The same for the latest failed calls of orders, by the reference that each call carried. */
export async function readStoreMessages(
  db: Database,
  calls: readonly { id: string | null; reference: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const asked = calls.filter(({ id, reference }) => id !== null && reference !== null);
  if (asked.length === 0) return new Map();
  const found = await rows(
    CallRow,
    db.$queryRaw`
    SELECT DISTINCT ON (c.reference) c.reference, c.operation, c.request, c.response FROM store_call c
    WHERE c.seller_order_id = ANY (${asked.map(({ id }) => id)}::uuid[])
      AND c.reference = ANY (${asked.map(({ reference }) => reference)}::text[]) AND c.outcome <> 'confirmed'
    ORDER BY c.reference, c.id DESC`,
  );
  return new Map(
    found.flatMap(({ reference, ...call }) => {
      const words = storeMessageOf(maskCall(call).response);
      return words === null ? [] : [[reference, words] as const];
    }),
  );
}
