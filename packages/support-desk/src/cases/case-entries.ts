import type { Prisma, Tx } from '@hub/database';

/** What happens to a case, and whether webhook and e-mail report it. `noted` where it calls somebody. */
export const ENTRY_KINDS = {
  opened: true,
  grown: true,
  followed: false,
  merged: true,
  woken: true,
  closed: true,
  taken: true,
  handed_over: true,
  released: true,
  snoozed: true,
  noted: false,
  linked: false,
} as const;
export type EntryKind = keyof typeof ENTRY_KINDS;

export interface NewEntry {
  caseId: string;
  at: Date;
  kind: EntryKind;
  /** None: it came to it by itself. */
  actor?: string | undefined;
  text?: string | undefined;
  mentions?: readonly string[] | undefined;
  detail?: Prisma.InputJsonObject | undefined;
}

/** Adds to the history of cases, in the transaction that does it; what is reported outside goes out from there. */
export async function addEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.supportCaseEntry.createMany({
    data: entries.map(({ mentions = [], detail = {}, actor = null, text = null, ...entry }) => ({
      ...entry,
      actor,
      text,
      detail,
      mentions: [...mentions],
      reported: ENTRY_KINDS[entry.kind] || mentions.length > 0,
    })),
  });
}
