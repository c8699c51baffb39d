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

type ShopWord = InputOf<'order.settle'>['word'];

/** Reads the shop's statement. Throws `CommandFailure` where there is none, or several. */
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
