import { Prisma, rows } from '@hub/database';
import type { Express } from 'express';
import { z } from 'zod';
import type { DoorRoute } from '../../src/door/route';
import type { Answer, Visitor } from '../web/visitor';
import type { DoorShop, DoorWorld } from './door-world';

const Shape = z.object({
  required: z.array(z.string()).default([]),
  properties: z.record(
    z.string(),
    z.object({ enum: z.array(z.string()).optional(), minimum: z.number().optional() }),
  ),
});

/** A request to a route. */
interface Asked {
  path: string;
  query: string;
  rest: Record<string, string>;
}

/**
 * The address of a route and the rest of the request, with one id in every parameter and every text of it.
 * @param given.bare without the optional fields of a read
 */
export function askedWith(route: DoorRoute, id: string, given: { bare?: boolean } = {}): Asked {
  const rest = fieldsOf(route, { id, isBare: given.bare ?? false });
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(id);
  });
  const hasQuery = route.kind === 'look' && Object.keys(rest).length > 0;
  return { path, query: hasQuery ? `?${new URLSearchParams(rest).toString()}` : '', rest };
}

function fieldsOf(
  { input }: DoorRoute,
  { id, isBare }: { id: string; isBare: boolean },
): Record<string, string> {
  const { properties, required } = Shape.parse(
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isBare || required.includes(name))
      .map(([name, { enum: values, minimum }]) => [
        name,
        values?.[0] ?? (minimum === undefined ? id : String(minimum)),
      ]),
  );
}

/** The ids to try on a route: if it takes none, once. */
export const idsFor = (route: DoorRoute, ids: readonly string[]): readonly string[] =>
  Object.keys(route.input.shape).length > 0 ? ids : ['-'];

const AT_ONCE = 4;

/** A few at a time, so that a busy machine keeps up. */
export async function inTurns<T>(ids: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE)
    done.push(...(await Promise.all(ids.slice(start, start + AT_ONCE).map(work))));
  return done;
}

/** An action that asks first is sent twice: as its button sends it, and as the form of its question. Both texts are returned. */
export async function asPage(
  visitor: Visitor,
  route: DoorRoute,
  { path, query, rest }: Asked,
): Promise<Answer> {
  if (route.kind === 'look') return visitor.get(path + query);
  const answer = await visitor.post(path, rest);
  if (!route.isAsked) return answer;
  const done = await visitor.post(path, { ...rest, seen: 'yes' });
  return { ...done, text: `${answer.text}\n${done.text}` };
}

export function asJson(
  world: DoorWorld,
  route: DoorRoute,
  { path, query, rest, token }: Asked & { token?: string | undefined },
): Promise<Answer> {
  const by = token === undefined ? {} : { token };
  return world.json(path + query, route.kind === 'look' ? by : { ...by, body: rest });
}

const TableRow = z.object({ name: z.string() });
const TextRow = z.object({ row: z.string() });

/** All rows of the shop, in every table that has its number, and commands about its orders: as text, by table. */
export async function rowsOf({ db }: DoorWorld, { id }: DoorShop): Promise<Record<string, string>> {
  const tables = await rows(
    TableRow,
    db.$queryRaw`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'shop_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  const read = async (name: string, where: Prisma.Sql) => {
    const texts = await rows(
      TextRow,
      db.$queryRaw`
      SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${Prisma.raw(`"${name}"`)} t WHERE ${where} ORDER BY 1`,
    );
    found[name] = texts.map(({ row }) => row).join('\n');
  };
  for (const { name } of tables) await read(name, Prisma.sql`shop_id = ${id}`);
  await read('shop', Prisma.sql`id = ${id}`);
  await read('link_proposal', Prisma.sql`${id} IN (shop_a, shop_b)`);
  const orders = Prisma.sql`SELECT s.id::text FROM shipping_order s WHERE s.shop_id = ${id}`;
  await read('outbox', Prisma.sql`payload ->> 'shippingOrderId' IN (${orders})`);
  return found;
}

/** Every registered handler, wherever it is mounted: method and path there. Limits before a handler are not a separate route. */
export function routesOf({ router }: Pick<Express, 'router'>): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route) return [...new Set(route.stack.map(({ method }) => `${method} ${route.path}`))];
    return isRouter(handle) ? routesOf({ router: handle }) : [];
  });
}

const isRouter = (handle: object): handle is Express['router'] => 'stack' in handle;
