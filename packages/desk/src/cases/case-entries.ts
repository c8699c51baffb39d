import type { Prisma, Tx } from '@hub/database';

/** The events of a case, and whether webhook and e-mail report them. `noted` if it mentions an agent. */
export const ENTRY_KINDS = {
  opened: true,
  grown: true,
  followed: false,
  merged: true,
  woken: true,
  closed: true,
  reopened: true,
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
  /** None: automatic. */
  actor?: string | undefined;
  text?: string | undefined;
  mentions?: readonly string[] | undefined;
  detail?: Prisma.InputJsonObject | undefined;
}

/** Adds to the history of cases, in the transaction of the change; external reports are sent from there. */
export async function addEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const written = entries.map(({ caseId, mentions = [], detail = {}, ...entry }, place) => ({
    ...entry,
    case_id: caseId,
    mentions,
    detail,
    place,
    reported: ENTRY_KINDS[entry.kind] || mentions.length > 0,
  }));
  await tx.$executeRaw`
    INSERT INTO support_case_entry (case_id, at, kind, actor, text, mentions, detail, reported)
    SELECT case_id, at, kind, actor, text, mentions, detail, reported FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      AS e (case_id uuid, at timestamptz, kind text, actor text, text text, mentions text[], detail jsonb, reported boolean,
        place int)
    ORDER BY place`;
}
