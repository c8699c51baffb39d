import { entryLabel, nameOfActor } from '@hub/support-desk';

/** What happened to a case and was not said outside by a channel. */
export interface UnsentEntry {
  id: string;
  caseId: string;
  kind: string;
  /** Null: it came to it by itself. */
  actor: string | null;
  /** Names of colleagues that a note calls. */
  mentions: readonly string[];
  /** Whom it was handed over to, until when it is snoozed, by how much it has grown. */
  to?: string | undefined;
  until?: string | undefined;
  more?: number | undefined;
  at: Date;
  /** Another copy of the service is sending it. */
  leased: boolean;
  /** What failed, in words. */
  title: string;
  /** The shop that it lies with; null: none, or several. */
  shop: string | null;
  /** How many orders are in it, and how many of these are not well. */
  orders: number;
  inDifficulty: number;
}

/** One message: plain text, without personal data. */
export interface CaseMessage {
  /** Of the entries that it says. */
  ids: string[];
  title: string;
  lines: string[];
}

/** What opens is said after so long: what fails together is said together, and what is well by then is not said. */
export const GATHER_MS = 15_000;
const LINES = 20;
const CHARACTERS = 300;

/**
 * Makes messages of what happened: all of one case is one, and so is what happened to the cases of one shop. Pure.
 * @param given.deskUrl where browsers reach the desk; none: messages have no links
 * @returns `silent` what is not to be said any more: a case that opened and closed before anybody was told
 */
export function gatherNotices(
  entries: readonly UnsentEntry[],
  given: { now: number; deskUrl?: string | undefined },
): { messages: CaseMessage[]; silent: string[] } {
  const silent: string[] = [];
  const told: UnsentEntry[][] = [];
  for (const of of groupBy(entries, ({ caseId }) => caseId)) {
    const opened = of.find(({ kind }) => kind === 'opened');
    if (of.some(({ leased }) => leased)) continue;
    if (opened && isMoot(of)) silent.push(...of.map(({ id }) => id));
    else if (!opened || opened.at.getTime() <= given.now - GATHER_MS) told.push(of);
  }
  const groups = groupBy(told, ([first]) => first?.shop ?? `case ${first?.caseId ?? ''}`);
  return { messages: groups.map((cases) => messageOf(cases, given.deskUrl)), silent };
}

/** It came to its end by itself, and nobody called anybody: there is nothing to be known. */
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
  return [inDifficulty === 0 ? `all ${orders} well` : `${inDifficulty} of ${orders} in difficulty`, ...link];
}

/** Null: the verb says it all. */
function changeOf({ kind, actor, mentions, to, until, more }: UnsentEntry): string | null {
  const by = actor === null ? '' : ` by ${nameOfActor(actor)}`;
  switch (kind) {
    case 'opened':
      return null;
    case 'closed':
      return actor === null ? null : by.trim();
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
