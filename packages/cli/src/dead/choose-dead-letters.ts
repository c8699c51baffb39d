import { CommandFailure } from '../failure';
import { isoMoment } from '../read-moment';

/** Filter options, as commander passes them. */
export interface FilterOptions {
  shop?: string;
  type?: string;
  reason?: string;
  state?: string;
  text?: string;
  since?: string;
}

/** The filter, as the desk accepts it. */
function filterOf({ shop, type, reason, state, text, since }: FilterOptions) {
  return { shop, type, reason, state, text, since: isoMoment('--since', since) };
}

/** Those named individually, or all that match. */
type Choice =
  | { kind: 'named'; ids: string[] }
  | { kind: 'fitting'; filter: Omit<ReturnType<typeof filterOf>, 'state'> };

/** The failed messages for an action: those named, or all that match and allow it. */
export function chooseDeadLetters(
  choice: { ids: string[]; group?: string; all?: boolean } & FilterOptions,
): Choice {
  const { ids, group, all = false } = choice;
  const ways = [ids.length > 0, group !== undefined, all].filter(Boolean).length;
  if (ways !== 1) throw new CommandFailure(['say which: their ids, --group <reason> or --all'], 2);
  const { state: _itself, ...filter } = filterOf(choice);
  if (ids.length > 0) return { kind: 'named', ids };
  if (group !== undefined && filter.reason !== undefined)
    throw new CommandFailure(['say one of --group, --reason'], 2);
  return { kind: 'fitting', filter: group === undefined ? filter : { ...filter, reason: group } };
}
