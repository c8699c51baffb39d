import type { InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';

/** What was chosen of the four things that a shop can say. */
export interface SettleOptions {
  has?: string;
  hasNot?: boolean;
  stopped?: boolean;
  shipped?: boolean;
}

const LONGEST_ID = 255;

type ShopWord = InputOf<'order.settle'>['word'];

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
