import type { Database } from '@hub/database';
import { settleShippingOrder, type ShopWord } from '@hub/support-desk';
import { CommandFailure } from '../failure';

/** What was chosen of the four things that a shop can say. */
export interface SettleOptions {
  has?: string;
  hasNot?: boolean;
  stopped?: boolean;
  shipped?: boolean;
}

const LONGEST_ID = 255;

/** Reads the one thing that the shop says. Throws `CommandFailure` where it is none, or several. */
export function readWord({ has, hasNot, stopped, shipped }: SettleOptions): ShopWord {
  const words: ShopWord[] = [
    ...(has === undefined ? [] : [{ kind: 'has' as const, storeOrderId: has }]),
    ...(hasNot ? [{ kind: 'has_not' as const }] : []),
    ...(stopped ? [{ kind: 'stopped' as const }] : []),
    ...(shipped ? [{ kind: 'shipped' as const }] : []),
  ];
  const [word, ...others] = words;
  if (!word || others.length > 0)
    throw new CommandFailure(['say one of --has <id>, --has-not, --stopped, --shipped']);
  if (has !== undefined && (has.trim() === '' || has.length > LONGEST_ID))
    throw new CommandFailure([`--has: an id of 1 to ${LONGEST_ID} characters`]);
  return word;
}

/** Passes on a shop's word about a shipping order. Throws `CommandFailure` where it settles nothing. */
export async function carryOutSettling(
  db: Database,
  said: { reference: string; word: ShopWord; actor: string; note?: string | undefined },
) {
  const { reference, word } = said;
  const end = await settleShippingOrder(db, said);
  if (end.kind === 'unknown')
    throw new CommandFailure([`no shipping order has the reference "${reference}"`]);
  if (end.kind === 'refused') throw new CommandFailure([`${reference} is not settled: ${end.reason}`]);
  return { external_ref: reference, settled: word.kind, shop: end.shop };
}
