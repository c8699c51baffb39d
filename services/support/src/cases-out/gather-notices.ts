import { entryLabel, extent, nameOfActor } from '@hub/desk/cases';

/** A change of a case that a channel has not sent yet. */
export interface UnsentEntry {
  id: string;
  caseId: string;
  kind: string;
  /** Null: the hub did it automatically. */
  actor: string | null;
  /** Names of the colleagues that a note mentions. */
  mentions: readonly string[];
  /** Who it was handed over to, until when it is snoozed, by how much it has grown. */
  to?: string | undefined;
  until?: string | undefined;
  more?: number | undefined;
  at: Date;
  /** Another copy of the service is sending it. */
  leased: boolean;
  /** What failed, as text. */
  title: string;
  /** The shop that it belongs to; null: none, or several. */
  shop: string | null;
  /** How many orders are in it, and how many of them are in difficulty. */
  orders: number;
  inDifficulty: number;
}

/** One message: plain text, without personal data. */
export interface CaseMessage {
  /** The entries that it reports. */
  ids: string[];
  title: string;
  lines: string[];
}

/** A new case is reported after this delay: failures that belong together go out together, and a recovered case is not reported. */
export const GATHER_MS = 15_000;
const LINES = 20;
const CHARACTERS = 300;

/**
 * Groups changes into messages: one for each case, and one for all cases of one shop.
 * @param given.deskUrl where browsers reach the desk; without it messages have no links
 * @returns `silent` what is no longer reported: a case that opened and closed before anyone was notified
 */
export function gatherNotices(
  entries: readonly UnsentEntry[],
  given: { now: number; deskUrl?: string | undefined },
): { messages: CaseMessage[]; silent: string[] } {
  const silent: string[] = [];
  const due: UnsentEntry[][] = [];
  for (const of of groupBy(entries, ({ caseId }) => caseId)) {
    const opened = of.find(({ kind }) => kind === 'opened');
    if (of.some(({ leased }) => leased)) continue;
    if (opened && isMoot(of)) silent.push(...of.map(({ id }) => id));
    else if (!opened || opened.at.getTime() <= given.now - GATHER_MS) due.push(of);
  }
  const groups = groupBy(due, ([first]) => first?.shop ?? `case ${first?.caseId ?? ''}`);
  return { messages: groups.map((cases) => messageOf(cases, given.deskUrl)), silent };
}

/** It ended automatically, and no note mentioned a colleague: there is nothing to report. */
function isMoot(entries: readonly UnsentEntry[]): boolean {
  const isOver = entries.some(
    ({ kind, actor }) => actor === null && (kind === 'closed' || kind === 'merged'),
  );
  return isOver && entries.every(({ mentions }) => mentions.length === 0);
}

function messageOf(cases: readonly UnsentEntry[][], deskUrl: string | undefined): CaseMessage {
  const ids = cases.flat().map(({ id }) => id);
  const [first = []] = cases;
  if (cases.length === 1) return { ids, title: headlineOf(first), lines: linesOf(first, deskUrl) };
  const more = cases.length > LINES ? [`… and ${cases.length - LINES} more cases`] : [];
  const shown = cases.slice(0, LINES).map((one) => [headlineOf(one), ...linesOf(one, deskUrl)].join(' · '));
  return { ids, title: `${first[0]?.shop ?? 'HUB'}: ${cases.length} cases`, lines: [...shown, ...more] };
}

/** Such as `Case opened (taken by ada): Fjord Sport refused paid lines`. */
function headlineOf(entries: readonly UnsentEntry[]): string {
  const end = entries.find(({ kind }) => kind === 'closed' || kind === 'merged');
  const opened = entries.some(({ kind }) => kind === 'opened');
  const verb = end ? 'closed' : opened ? 'opened' : 'changed';
  const how = [...new Set(entries.flatMap((entry) => changeOf(entry) ?? []))].join(', ');
  return `Case ${verb}${how && ` (${how})`}: ${entries[0]?.title ?? ''}`.slice(0, CHARACTERS);
}

function linesOf(entries: readonly UnsentEntry[], deskUrl: string | undefined): string[] {
  const [first] = entries;
  if (!first) return [];
  const { orders, inDifficulty, caseId } = first;
  const link = deskUrl === undefined ? [] : [new URL(`/cases/${caseId}`, deskUrl).href];
  return [
    inDifficulty === 0
      ? orders === 1
        ? 'the item is solved'
        : `all ${orders} items are solved`
      : extent(first),
    ...link,
  ];
}

/** Null: the verb says everything. */
function changeOf({ kind, actor, mentions, to, until, more }: UnsentEntry): string | null {
  const by = actor === null ? '' : ` by ${nameOfActor(actor)}`;
  switch (kind) {
    case 'opened':
      return null;
    case 'closed':
      return actor === null ? null : by.trim();
    case 'reopened':
      return `opened again${by}`;
    case 'merged':
      return 'another case of the same cause goes on with it';
    case 'taken':
      return `taken${by}`;
    case 'handed_over':
      return `handed over to ${to ?? 'a colleague'}${by}`;
    case 'released':
      return `given back${by}`;
    case 'snoozed':
      return `snoozed until ${until?.slice(0, 16).replace('T', ' ') ?? 'later'} UTC${by}`;
    case 'woken':
      return actor === null ? 'its snooze is over' : `snooze ended${by}`;
    case 'grown':
      return `${more ?? 'some'} more`;
    case 'noted':
      return `a note${by} for ${mentions.join(', ')}`;
    default:
      return entryLabel(kind);
  }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
