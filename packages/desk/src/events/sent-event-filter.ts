import { ServiceErrorCode } from '@hub/contract';
import { Prisma } from '@hub/database';

/** Filter of events; what is not given does not matter. */
export interface SentEventFilter {
  shopId?: number | undefined;
  /** From this moment on. */
  since?: Date | undefined;
  /** Before this moment. */
  until?: Date | undefined;
  /** `422`, `4xx`, `refused`, `unfinished`, an outcome such as `stale`, or an error's code. */
  answer?: string | undefined;
  /** Such as `order.created`. */
  event?: string | undefined;
  /** An order's id at the shop; for refused events also a variant's. */
  about?: string | undefined;
  eventId?: string | undefined;
}

/** The day of the permanent partition of the ledger, which has an index of events' subjects. */
export const KEPT = Prisma.sql`DATE '9999-12-31'`;

/** Conditions on rows `l` of the ledger of shop `s`. */
export function ledgerConditions(filter: SentEventFilter): Prisma.Sql {
  const { about, eventId } = filter;
  // The index by time is on an expression, so that no look-up of an id is ever planned on it.
  const byTime = about === undefined && eventId === undefined;
  return all([
    byTime ? Prisma.sql`l.shop_id + 0 = s.id` : Prisma.sql`l.shop_id = s.id`,
    ...(about === undefined
      ? []
      : [Prisma.sql`l.subject = ${about} AND l.event <> 'inventory.updated' AND l.day = ${KEPT}`]),
    ...common(filter, Prisma.sql`l`),
  ]);
}

/** Conditions on rows `e` of events sent by shop `s`. */
export function sentConditions(filter: SentEventFilter): Prisma.Sql {
  const { about } = filter;
  return all([
    Prisma.sql`e.shop_id = s.id AND e.status <> 200`,
    ...(about === undefined ? [] : [Prisma.sql`e.about = ${about}`]),
    ...common(filter, Prisma.sql`e`),
  ]);
}

function common({ since, until, answer, event, eventId }: SentEventFilter, row: Prisma.Sql): Prisma.Sql[] {
  return [
    ...(since === undefined ? [] : [Prisma.sql`${row}.received_at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`${row}.received_at < ${until}`]),
    ...(event === undefined ? [] : [Prisma.sql`${row}.event = ${event}`]),
    ...(eventId === undefined ? [] : [Prisma.sql`${row}.event_id = ${eventId}`]),
    ...(answer === undefined ? [] : [answerCondition(answer, row)]),
  ];
}

function answerCondition(answer: string, row: Prisma.Sql): Prisma.Sql {
  const [, hundreds] = /^([1-5])xx$/i.exec(answer) ?? [];
  if (hundreds !== undefined) return Prisma.sql`${row}.status / 100 = ${Number(hundreds)}`;
  if (/^\d{3}$/.test(answer)) return Prisma.sql`${row}.status = ${Number(answer)}`;
  if (answer === 'refused') return Prisma.sql`${row}.status <> 200`;
  if (answer === 'unfinished') return Prisma.sql`${row}.status IS NULL`;
  return Prisma.sql`(${row}.outcome = ${answer} OR ${row}.code = ${answer})`;
}

/** Whether a requested answer was given only to refused events. */
export function isOfRefused(answer: string | undefined): boolean {
  if (answer === undefined) return false;
  return (
    answer === 'refused' || /^[45](xx|\d\d)$/i.test(answer) || ServiceErrorCode.safeParse(answer).success
  );
}

function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...conditions], ' AND ');
}
