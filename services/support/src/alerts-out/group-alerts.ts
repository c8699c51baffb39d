/** An alert that nobody outside was told of. */
export interface UntoldAlert {
  id: string;
  kind: string;
  message: string;
  /** Slug of the shop it concerns alone; null: of several, or none. */
  shop: string | null;
  firstAt: Date;
}

/** One message for all that is wrong with one shop, or of one kind where no shop is to blame. */
export interface AlertMessage {
  group: string;
  ids: string[];
  /** What is wrong, a line for each kind; plain text. */
  lines: string[];
}

/** What goes wrong together is told together: a group waits so long for more. */
export const GATHER_MS = 15_000;
/** And is not told of again for so long. */
export const QUIET_MS = 10 * 60_000;
const LINES = 10;
const LINE_CHARACTERS = 300;

/**
 * Groups alerts so that one broken store is one message. Pure.
 * @param told groups that were told of less than `QUIET_MS` ago
 * @param now milliseconds since the epoch
 */
export function groupAlerts(
  alerts: readonly UntoldAlert[],
  told: ReadonlySet<string>,
  now: number,
): AlertMessage[] {
  const groups = new Map<string, UntoldAlert[]>();
  for (const alert of alerts) {
    const group = groupOf(alert);
    groups.set(group, [...(groups.get(group) ?? []), alert]);
  }
  return [...groups]
    .filter(
      ([group, of]) => !told.has(group) && of.some(({ firstAt }) => firstAt.getTime() <= now - GATHER_MS),
    )
    .map(([group, of]) => ({ group, ids: of.map(({ id }) => id), lines: linesOf(of) }));
}

function groupOf({ shop, kind }: UntoldAlert): string {
  return shop === null ? kind.replaceAll('_', ' ') : `shop ${shop}`;
}

function linesOf(alerts: readonly UntoldAlert[]): string[] {
  const kinds = new Map<string, UntoldAlert[]>();
  for (const alert of alerts) kinds.set(alert.kind, [...(kinds.get(alert.kind) ?? []), alert]);
  const lines = [...kinds].map(([kind, of]) => {
    const times = of.length > 1 ? ` (${of.length})` : '';
    return `${kind.replaceAll('_', ' ')}${times}: ${of[0]?.message ?? ''}`.slice(0, LINE_CHARACTERS);
  });
  const more = lines.length > LINES ? [`… and ${lines.length - LINES} more kinds`] : [];
  return [...lines.slice(0, LINES), ...more];
}

/** Such as `shop nordic: 3 alerts`. */
export function titleOf({ group, ids }: AlertMessage): string {
  return `${group}: ${ids.length === 1 ? '1 alert' : `${ids.length} alerts`}`;
}
