import type { Database, DeadLetterState } from '@hub/database';
import { freezeDeadLetters, type DeadLetterFilter } from '@hub/support-desk';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';

const STATES: readonly DeadLetterState[] = ['open', 'replaying', 'resolved', 'discarded'];

/** Options that narrow; as commander gives them. */
export interface FilterOptions {
  shop?: string;
  type?: string;
  reason?: string;
  state?: string;
  text?: string;
}

export async function readFilter(db: Database, options: FilterOptions): Promise<DeadLetterFilter> {
  const { shop: slug, type, reason, state, text } = options;
  const shop = slug === undefined ? undefined : await requireShop(db, slug);
  return {
    shopId: shop?.id,
    type,
    reason,
    text,
    ...(state === undefined ? {} : { states: [requireState(state)] }),
  };
}

/**
 * The dead letters that an action is asked for: those named, or the frozen set of all that fit and can take it. What
 * dies while it is under way is not among them.
 */
export async function chooseDeadLetters(
  db: Database,
  choice: { ids: readonly string[]; group?: string; all?: boolean } & FilterOptions,
  from: DeadLetterState,
): Promise<readonly string[]> {
  const { ids, group, all = false } = choice;
  const ways = [ids.length > 0, group !== undefined, all].filter(Boolean).length;
  if (ways !== 1) throw new CommandFailure(['say which: their ids, --group <reason> or --all'], 2);
  if (ids.length > 0) return ids;
  const filter = await readFilter(db, choice);
  return freezeDeadLetters(db, {
    ...filter,
    ...(group === undefined ? {} : { reason: group }),
    states: [from],
  });
}

function requireState(state: string): DeadLetterState {
  const found = STATES.find((known) => known === state);
  if (found === undefined)
    throw new CommandFailure([`no state "${state}"; there are: ${STATES.join(', ')}`], 2);
  return found;
}
