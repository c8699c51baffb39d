import type { Tx } from '@hub/database';

/** The lock order, from the first to the last; rows of one order between them are locked in any order. */
const FLOORS: readonly (readonly string[])[] = [
  ['pg_advisory_xact_lock'],
  ['seller_order'],
  [
    'shipping_order',
    'shipping_order_line',
    'shipping_order_stop',
    'order_line',
    'cancellation',
    'return',
    'package',
  ],
  ['variant', 'reservation'],
];
const MODELS = new Map(FLOORS.flat().map((table) => [modelOf(table), table]));
const WRITES = /^(?:create|update|upsert|delete)/;
/** The same transaction, recording in `locked` which tables' rows its statements lock, in sequence. */
export function traceLocks(tx: Tx, locked: string[]): Tx {
  return new Proxy(tx, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      const table = MODELS.get(String(name));
      if (table !== undefined && typeof member === 'object' && member !== null)
        return new Proxy(member, {
          get(model, method) {
            if (WRITES.test(String(method))) locked.push(table);
            return Reflect.get(model, method);
          },
        });
      if (typeof member !== 'function' || (name !== '$queryRaw' && name !== '$executeRaw')) return member;
      return (query: Query, ...values: unknown[]): unknown => {
        locked.push(...locksOf(textOf(query)));
        return Reflect.apply(member, target, [query, ...values]);
      };
    },
  });
}

/** Tables locked for the first time after one that comes later in the order: none if the order is right. */
export function outOfOrder(locked: readonly string[]): string[] {
  const floors = [...new Set(locked)].flatMap((table) => {
    const floor = FLOORS.findIndex((tables) => tables.includes(table));
    return floor < 0 ? [] : [{ table, floor }];
  });
  return floors.flatMap(({ table, floor }, index) => {
    const before = floors.slice(0, index).find((earlier) => earlier.floor > floor);
    return before ? [`${table} after ${before.table}`] : [];
  });
}

/** The tables that a statement and its subqueries lock rows of. */
function locksOf(sql: string): string[] {
  const locked: string[] = [];
  let rest = sql;
  for (let inner = INNERMOST.exec(rest); inner; inner = INNERMOST.exec(rest)) {
    locked.push(...locksOfOne(inner[1] ?? ''));
    rest = rest.replace(inner[0], ' ');
  }
  return [...locked, ...locksOfOne(rest)];
}

const INNERMOST = /\(([^()]*)\)/;

/** `FOR UPDATE` locks what its `OF` names, or what the statement reads first. */
function locksOfOne(sql: string): string[] {
  if (sql.includes('pg_advisory_xact_lock')) return ['pg_advisory_xact_lock'];
  const forUpdate = /\bFOR UPDATE(?:\s+OF\s+([\w, ]+?))?(?=\s*(?:SKIP|NOWAIT|$))/i.exec(sql);
  const read = [...sql.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)"?(?:\s+(?:AS\s+)?(\w+))?/gi)];
  const named = (alias: string) =>
    read.find((found) => found[2] === alias || found[1] === alias)?.[1] ?? alias;
  const selected = forUpdate ? (forUpdate[1]?.split(/,\s*/).map(named) ?? [read[0]?.[1] ?? '']) : [];
  const written = [...sql.matchAll(/(?<!FOR )\b(?:UPDATE|DELETE\s+FROM)\s+"?(\w+)"?/gi)];
  return [...selected, ...written.map((found) => found[1] ?? '')];
}

type Query = TemplateStringsArray | { sql: string };

function textOf(query: Query): string {
  return 'raw' in query ? query.raw.join('?') : query.sql;
}

function modelOf(table: string): string {
  return table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
