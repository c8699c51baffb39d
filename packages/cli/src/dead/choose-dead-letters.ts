import type { Database, DeadLetterState } from '@hub/database';
import type { DeadLetterFilter } from '@hub/support-desk';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { readMoment } from '../read-moment';

const STATES: readonly DeadLetterState[] = ['open', 'replaying', 'resolved', 'discarded'];

/** Options that narrow; as commander gives them. */
export interface FilterOptions {
  shop?: string;
  type?: string;
  reason?: string;
  state?: string;
  text?: string;
  since?: string;
}

export async function readFilter(db: Database, options: FilterOptions): Promise<DeadLetterFilter> {
  const { shop: slug, type, reason, state, text, since } = options;
  const shop = slug === undefined ? undefined : await requireShop(db, slug);
  return {
    shopId: shop?.id,
    type,
    reason,
    text,
    since: readMoment('--since', since, Date.now()),
    ...(state === undefined ? {} : { states: [requireState(state)] }),
  };
}

/** Those named one by one, or all that fit. */
type Choice = { kind: 'named'; ids: readonly string[] } | { kind: 'fitting'; filter: DeadLetterFilter };

/** The dead letters that an action is asked for: those named, or all that fit and can take it. */
export async function chooseDeadLetters(
  db: Database,
  choice: { ids: readonly string[]; group?: string; all?: boolean } & FilterOptions,
  from: DeadLetterState,
): Promise<Choice> {
  const { ids, group, all = false } = choice;
  const ways = [ids.length > 0, group !== undefined, all].filter(Boolean).length;
  if (ways !== 1) throw new CommandFailure(['say which: their ids, --group <reason> or --all'], 2);
  if (ids.length > 0) return { kind: 'named', ids };
  const filter = await readFilter(db, choice);
  const reason = group === undefined ? {} : { reason: group };
  return { kind: 'fitting', filter: { ...filter, ...reason, states: [from] } };
}

function requireState(state: string): DeadLetterState {
  const found = STATES.find((known) => known === state);
  if (found === undefined)
    throw new CommandFailure([`no state "${state}"; there are: ${STATES.join(', ')}`], 2);
  return found;
}
