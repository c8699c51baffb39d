import type { InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';

/** The chosen one of the four statements that a shop can make. */
export interface SettleOptions {
  has?: string;
  hasNot?: boolean;
  stopped?: boolean;
  shipped?: boolean;
}

const LONGEST_ID = 255;

type ShopWord = Pick<InputOf<'order.settle'>, 'said' | 'store_order_id'>;

/** Reads the shop's statement. Throws `CommandFailure` where there is none, or several. */
export function readWord({ has, hasNot, stopped, shipped }: SettleOptions): ShopWord {
  const words: ShopWord[] = [
    ...(has === undefined ? [] : [{ said: 'has' as const, store_order_id: has }]),
    ...(hasNot ? [{ said: 'has_not' as const }] : []),
    ...(stopped ? [{ said: 'stopped' as const }] : []),
    ...(shipped ? [{ said: 'shipped' as const }] : []),
  ];
  const [word, ...others] = words;
  if (!word || others.length > 0)
    throw new CommandFailure(['say one of --has <id>, --has-not, --stopped, --shipped']);
  if (has !== undefined && (has.trim() === '' || has.length > LONGEST_ID))
    throw new CommandFailure([`--has: an id of 1 to ${LONGEST_ID} characters`]);
  return word;
}
