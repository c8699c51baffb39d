import { Prisma, type Database } from '@hub/database';
import { COMMANDS, eventQueue } from '@hub/messaging';
import { PLACED_WITHIN_MS } from '@hub/orders/records';
import { PROBLEMS } from './problems';
import { readShipTimes } from '../works/ship-times';
import type { Moments } from '../works/moments';
import { idInFailedMessage } from '../works/work';
import { ALL_WORKS } from '../works/works';

/** Filter of the open work to read. */
export interface RiskScope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Only of these seller orders. */
  sellerOrderIds?: readonly string[] | undefined;
  /** Besides these, items without a stored order. */
  withUnknown?: boolean | undefined;
}

/** Notifications to a selling shop and requests to a shipping shop normally take seconds. */
const OWED_WITHIN_MS = 15 * 60_000;

/** Names and types of the columns, so that each problem and each kind of work only has their order. */
const COLUMNS = Prisma.sql`
  SELECT NULL::text AS situation, NULL::uuid AS id, NULL::int AS seller, NULL::text AS "orderId",
    NULL::text AS "lineItemId", NULL::uuid AS part, NULL::text AS subject, NULL::text AS reason, NULL::int AS store,
    NULL::text AS reference, NULL::timestamptz AS since, NULL::boolean AS overdue, NULL::boolean AS "atRisk",
    NULL::boolean AS "gaveUp", NULL::numeric AS amount, NULL::text AS variant
  WHERE false`;

/**
 * Everything of paid orders that is not done, a row for each line, package, return or stop, in progress too (`"atRisk"`
 * is false there). Each part is read from a partial index of what is open, so that the cost depends on what is open,
 * not on the table. `subject` is that of its alerts. `amount` is set for lines, and otherwise computed by `amountOf`.
 * `variant` is that of a line that waits.
 */
export async function riskRows(db: Pick<Database, '$queryRaw'>, scope: RiskScope): Promise<Prisma.Sql> {
  const { sellerOrderIds, withUnknown = !sellerOrderIds } = scope;
  const moments = await readMoments(db, scope);
  const found = PROBLEMS.filter(({ ofUnknownOrders }) => withUnknown || !ofUnknownOrders);
  return Prisma.join(
    [
      COLUMNS,
      ...found.flatMap(({ rows }) => (rows ? [rows(moments)] : [])),
      ...ALL_WORKS.map((work) => work.openRows(moments)),
    ],
    ' UNION ALL ',
  );
}

/** What the rows of problems depend on. */
export async function readMoments(
  db: Pick<Database, '$queryRaw'>,
  { now, sellerOrderIds }: RiskScope,
): Promise<Moments> {
  return {
    now,
    shipTimes: await readShipTimes(db, now),
    placedBefore: new Date(now - PLACED_WITHIN_MS),
    owedBefore: new Date(now - OWED_WITHIN_MS),
    ofOrders:
      sellerOrderIds === undefined
        ? Prisma.sql`true`
        : Prisma.sql`o.id = ANY (${[...sellerOrderIds]}::uuid[])`,
  };
}

/** What the customer paid for a row's subject. @param alias of these rows in the surrounding query */
export function amountOf(alias: string): Prisma.Sql {
  const row = Prisma.raw(alias);
  const ofWorks = ALL_WORKS.flatMap(({ amount }) =>
    amount
      ? Prisma.sql`WHEN ${row}.situation = ANY (${[...amount.situations]}::text[]) THEN ${amount.of(Prisma.sql`${row}.part`)}`
      : [],
  );
  return Prisma.sql`CASE
    WHEN ${row}.situation = 'order_held' THEN (
      SELECT sum(l.unit_price * l.quantity) FROM order_line l WHERE l.seller_order_id = ${row}.id AND l.state = 'waiting')
    ${Prisma.join(ofWorks, '\n')}
    ELSE ${row}.amount END`;
}

/** The failed messages that request a piece of work, by the subject of its alerts. @param alias of table `dead_letter` */
export function subjectOfFailedMessage(alias: string): Prisma.Sql {
  const failedMessage = Prisma.raw(alias);
  const subjects = ALL_WORKS.map(
    (work) => Prisma.sql`${`${work.subject}:`}::text || ${work.idInFailedMessage(alias)}`,
  );
  const routed = idInFailedMessage(alias, COMMANDS.routeOrder, 'sellerOrderId');
  return Prisma.sql`coalesce(${Prisma.join(subjects, ', ')}, 'order:' || ${routed},
    CASE WHEN ${failedMessage}.origin = ${eventQueue('order.created').name} THEN 'dead_letter:' || ${failedMessage}.id END)`;
}
