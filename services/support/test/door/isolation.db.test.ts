import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Express } from 'express';
import { createDoorApp } from '../../src/door/door-app';
import type { DoorRoute } from '../../src/door/route';
import { DOOR_ROUTES } from '../../src/door/routes';
import { Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';
import { fillShop, type ShopContent } from './shop-content';

// Every route, as everybody, with every id.
jest.setTimeout(120_000);

let world: DoorWorld;
let alpha: DoorShop;
let bravo: DoorShop;
let ofAlpha: ShopContent;
beforeAll(async () => {
  world = await DoorWorld.open();
  alpha = await world.shop({ slug: 'alpha-store', name: 'Alpha Secret Store' });
  bravo = await world.shop({ slug: 'bravo-store', name: 'Bravo' });
  ofAlpha = await fillShop(world.db, alpha, bravo);
  await fillShop(world.db, bravo, alpha);
});
afterAll(() => world.close());

const GUESSES = ['1', '0', '-1', 'null', '%2e%2e', '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11', "' OR 1=1 --"];

/** Something in the place of each field of a route: an id where it is a text, else what it takes. */
function fieldsOf({ input }: DoorRoute, id: string): Record<string, string> {
  const { properties } = Shape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values, minimum }]) => [
      name,
      values?.[0] ?? (minimum === undefined ? id : String(minimum)),
    ]),
  );
}
const Shape = z.object({
  properties: z.record(
    z.string(),
    z.object({ enum: z.array(z.string()).optional(), minimum: z.number().optional() }),
  ),
});

/** Addresses of a route with one id in all places, and what else is sent. */
function askedWith(
  route: DoorRoute,
  id: string,
): { path: string; query: string; rest: Record<string, string> } {
  const rest = fieldsOf(route, id);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(id);
  });
  const query =
    route.kind === 'look' && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest).toString()}` : '';
  return { path, query, rest };
}

const hasPlaces = (route: DoorRoute) => Object.keys(route.input.shape).length > 0;
const idsFor = (route: DoorRoute, ids: readonly string[]) => (hasPlaces(route) ? ids : ['-']);

function asPage(visitor: Visitor, route: DoorRoute, id: string) {
  const { path, query, rest } = askedWith(route, id);
  return route.kind === 'look' ? visitor.get(path + query) : visitor.post(path, rest);
}

function asJson(token: string | undefined, route: DoorRoute, id: string) {
  const { path, query, rest } = askedWith(route, id);
  const by = token === undefined ? {} : { token };
  return world.json(path + query, route.kind === 'look' ? by : { ...by, body: rest });
}

/** Every row of the shop, in every table that has its number, as one text; of the outbox all. */
async function rowsOf({ id }: DoorShop): Promise<Record<string, string>> {
  const tables = await world.db.$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'shop_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`;
  const found: Record<string, string> = {};
  const read = async (name: string, where: string, ...values: number[]) => {
    const rows = await world.db.$queryRawUnsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${name}" t ${where} ORDER BY 1`,
      ...values,
    );
    found[name] = rows.map(({ row }) => row).join('\n');
  };
  for (const { name } of tables) await read(name, 'WHERE shop_id = $1', id);
  await read('shop', 'WHERE id = $1', id);
  return found;
}

/** Whether an answer was refused, and not because something broke. */
const isRefused = (status: number) => status >= 400 && status < 500;

describe('D35: the table of routes is the door', () => {
  it('nothing is answered but what it names, and sign-in', () => {
    const door = { db: world.db, logger: world.logger, clock: world.clock, url: world.url };
    const app = createDoorApp({ door, pool: world.pool, encryptionKeys: ['00'.repeat(32)] });
    const named = DOOR_ROUTES.flatMap(({ kind, path, peopleOnly }) => {
      const one = `${kind === 'look' ? 'get' : 'post'} ${path}`;
      return peopleOnly ? [one] : [one, one];
    });
    const besides = ['get /', 'get /openapi.json', 'get /sign-in', 'post /sign-in', 'post /sign-out'];
    const links = ['get /sign-in/link/:token', 'post /sign-in/link/:token'];
    expect(routesOf(app).toSorted()).toEqual([...named, ...besides, ...links].toSorted());
  });
});

describe('D35: a shop sees and does what is its own', () => {
  it('every page and every answer shows it something of its own', async () => {
    const visitor = await world.signIn(alpha);
    const token = await world.token(alpha, 'read');
    const told = new Set<string>();
    for (const route of DOOR_ROUTES.filter(({ kind }) => kind === 'look')) {
      let found = false;
      for (const id of idsFor(route, ['', ...ofAlpha.ids])) {
        const answers = [await asPage(visitor, route, id), await asJson(token, route, id)];
        expect({ route: route.id, statuses: answers.map(({ status }) => status < 500) }).toEqual({
          route: route.id,
          statuses: [true, true],
        });
        const shown = ofAlpha.marks.filter((mark) => answers.some(({ text }) => text.includes(mark)));
        for (const mark of shown) told.add(mark);
        found ||= answers.every(
          ({ status, text }) => status === 200 && ofAlpha.marks.some((mark) => text.includes(mark)),
        );
      }
      expect({ route: route.id, found }).toEqual({ route: route.id, found: true });
    }
    // The customer's data is masked, whatever is looked at.
    expect(ofAlpha.marks.filter((mark) => !told.has(mark))).toEqual([`Street of ${alpha.slug}`]);
  });
});

describe('D35: another shop sees nothing of it, and changes nothing, with ids it guessed', () => {
  it.each(DOOR_ROUTES.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const visitor = await world.signIn(bravo);
    const tokens = [await world.token(bravo, 'read'), await world.token(bravo, 'act')];
    const before = await rowsOf(alpha);
    const forbidden = [...ofAlpha.marks, 'Alpha Secret Store', alpha.slug, `ops@${alpha.slug}`];
    for (const id of idsFor(route, [...ofAlpha.ids, ...GUESSES])) {
      const answers = [await asPage(visitor, route, id)];
      for (const token of route.peopleOnly ? [] : tokens) answers.push(await asJson(token, route, id));
      for (const { status, text } of answers) {
        expect({ id, status: status < 500 }).toEqual({ id, status: true });
        expect({ id, told: forbidden.filter((mark) => text.includes(mark)) }).toEqual({ id, told: [] });
      }
    }
    expect(await rowsOf(alpha)).toEqual(before);
  });
});

describe('D35: nobody else gets in, at any route', () => {
  it.each(DOOR_ROUTES.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const [used, old] = [await world.link(alpha), await world.link(alpha)];
    const once = new Visitor(world.url);
    await once.get(used);
    await once.post(used);
    await world.db.doorLink.updateMany({ where: { usedAt: null }, data: { expiresAt: new Date(0) } });
    const [revoked, expired] = [await world.token(alpha, 'act'), await world.token(alpha, 'act')];
    const kept = await world.db.doorToken.findMany({ orderBy: { createdAt: 'desc' }, take: 2 });
    const [last, first] = kept.map(({ id }) => id);
    await world.db.doorToken.update({ where: { id: first ?? '' }, data: { revokedAt: new Date() } });
    await world.db.doorToken.update({ where: { id: last ?? '' }, data: { expiresAt: new Date(0) } });
    const before = await rowsOf(alpha);

    const strangers: Visitor[] = [new Visitor(world.url)];
    for (const link of [used, old, '/sign-in/link/guessed']) {
      const stranger = new Visitor(world.url);
      await stranger.get(link);
      expect((await stranger.post(link)).status).toBe(403);
      strangers.push(stranger);
    }
    for (const id of idsFor(route, ofAlpha.ids)) {
      for (const stranger of strangers) {
        const { status, location } = await asPage(stranger, route, id);
        expect(route.kind === 'look' ? [status, location] : [isRefused(status), location]).toEqual(
          route.kind === 'look' ? [303, '/sign-in'] : [true, null],
        );
      }
      for (const token of [undefined, 'hubdoor_guessed', revoked, expired])
        expect((await asJson(token, route, id)).status).toBe(401);
    }
    expect(await rowsOf(alpha)).toEqual(before);
  });
});

describe('D35: what does something asks for more', () => {
  const acts = DOOR_ROUTES.filter(({ kind }) => kind === 'act');

  it.each(acts.map((route) => [route.id, route] as const))(
    '%s: not with a token to read, nor without the form of a page of ours',
    async (_id, route) => {
      const token = await world.token(alpha, 'read');
      const visitor = await world.signIn(alpha);
      const before = await rowsOf(alpha);
      for (const id of idsFor(route, ofAlpha.ids)) {
        expect((await asJson(token, route, id)).status).toBe(403);
        const { path, rest } = askedWith(route, id);
        const foreign = [
          await visitor.post(path, { ...rest, _csrf: 'guessed' }),
          await visitor.post(path, rest, { origin: 'https://evil.example' }),
          await visitor.post(path, rest, { 'sec-fetch-site': 'cross-site' }),
        ];
        expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403]);
      }
      expect(await rowsOf(alpha)).toEqual(before);
    },
  );
});

/** Everything that is registered, wherever it is mounted: method and path there. Limits before a handler are no other route. */
function routesOf({ router }: Pick<Express, 'router'>): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route) return [...new Set(route.stack.map(({ method }) => `${method} ${route.path}`))];
    return isRouter(handle) ? routesOf({ router: handle }) : [];
  });
}

const isRouter = (handle: object): handle is Express['router'] => 'stack' in handle;
