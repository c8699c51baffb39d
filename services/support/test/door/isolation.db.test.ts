import { BlockList } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDoorApp } from '../../src/door/door-app';
import { DOOR_ROUTES } from '../../src/door/routes';
import { Visitor, type Answer } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';
import { fillShop, HIDDEN_FROM_ALL, type ShopContent } from './shop-content';
import { asJson, askedWith, asPage, idsFor, inTurns, routesOf, rowsOf } from './walk';

// Every route, as every visitor, with every id.
jest.setTimeout(120_000);

const EVERY_ROUTE = DOOR_ROUTES.map((route) => [route.id, route] as const);
const GUESSES = ['\0', '1', '-1', 'null', '%2e%2e', '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11', "' OR 1=1 --"];

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

describe('D35: the table of routes is the door', () => {
  it('only its routes and sign-in are answered', () => {
    const door = world.door();
    const options = { pool: world.pool, encryptionKeys: ['00'.repeat(32)], trustedProxies: new BlockList() };
    const app = createDoorApp({ door, ...options });
    const named = DOOR_ROUTES.flatMap(({ kind, path, peopleOnly }) => {
      const one = `${kind === 'look' ? 'get' : 'post'} ${path}`;
      return peopleOnly ? [one] : [one, one];
    });
    const signIn = ['get /sign-in', 'post /sign-in', 'post /sign-out'];
    const besides = ['get /', 'get /openapi.json', 'get /htmx.js', 'get /idiomorph.js', ...signIn];
    const links = ['get /sign-in/link/:token', 'post /sign-in/link/:token', 'get /links/:proposal/image'];
    expect(routesOf(app).toSorted()).toEqual([...named, ...besides, ...links].toSorted());
  });
});

describe('D35: a shop sees its own data', () => {
  const seen = new Set<string>();
  let token: string;
  beforeAll(async () => {
    token = await world.token(alpha, 'read');
  });

  it.each(EVERY_ROUTE.filter(([, { kind }]) => kind === 'look'))(
    '%s: as a page and as JSON, without data of other shops that no call has sent',
    async (_id, route) => {
      const visitor = await world.signIn(alpha);
      const isNamed = route.path.includes(':') || askedWith(route, 'x', { bare: true }).query !== '';
      const answers = await inTurns(isNamed ? ofAlpha.ids : ['-'], async (id) => {
        const asked = askedWith(route, id, { bare: true });
        return [await asPage(visitor, route, asked), await asJson(world, route, { ...asked, token })];
      });
      for (const { status, text } of answers.flat()) {
        expect(status).toBeLessThan(500);
        expect(HIDDEN_FROM_ALL.filter((secret) => text.includes(secret))).toEqual([]);
        for (const mark of ofAlpha.marks.filter((one) => text.includes(one))) seen.add(mark);
      }
      const isReported = ({ status, text }: Answer) =>
        status === 200 && ofAlpha.marks.some((mark) => text.includes(mark));
      expect(answers.some((both) => both.every(isReported))).toBe(true);
    },
  );

  it('all of it, except for the data of customers, which is masked', () => {
    expect(ofAlpha.marks.filter((mark) => !seen.has(mark))).toEqual([`Street of ${alpha.slug}`]);
  });
});

describe('D35: another shop sees nothing of it, and changes nothing, with guessed ids', () => {
  let visitor: Visitor;
  let tokens: Record<'look' | 'act', string>;
  beforeAll(async () => {
    visitor = await world.signIn(bravo);
    tokens = { look: await world.token(bravo, 'read'), act: await world.token(bravo, 'act') };
  });

  it.each(EVERY_ROUTE)('%s', async (_id, route) => {
    const before = await rowsOf(world, alpha);
    const forbidden = [...HIDDEN_FROM_ALL, ...ofAlpha.marks, 'Alpha Secret Store', `ops@${alpha.slug}`];
    await inTurns(idsFor(route, [...ofAlpha.ids, ...GUESSES]), async (id) => {
      const asked = askedWith(route, id);
      const answers = [await asPage(visitor, route, asked)];
      if (!route.peopleOnly)
        answers.push(await asJson(world, route, { ...asked, token: tokens[route.kind] }));
      for (const { status, text } of answers) {
        expect({ id, ok: status < 500 }).toEqual({ id, ok: true });
        expect({ id, shown: forbidden.filter((mark) => text.includes(mark)) }).toEqual({ id, shown: [] });
      }
    });
    expect(await rowsOf(world, alpha)).toEqual(before);
  });
});

describe('D35: no one else gets in, at any route', () => {
  let strangers: Visitor[];
  let tokens: (string | undefined)[];
  beforeAll(async () => {
    const [used, old] = [await world.link(alpha), await world.link(alpha)];
    await pressed(used);
    await world.db.doorLink.updateMany({ where: { usedAt: null }, data: { expiresAt: new Date(0) } });
    const links = [used, old, '/sign-in/link/guessed'];
    strangers = [new Visitor(world.url), ...(await Promise.all(links.map(pressed)))];
    const [revoked, expired] = [await world.token(alpha, 'act'), await world.token(alpha, 'act')];
    const [newest, before] = await world.db.doorToken.findMany({
      where: { label: 'for a test' },
      orderBy: { createdAt: 'desc' },
      take: 2,
    });
    await world.db.doorToken.update({ where: { id: before?.id ?? '' }, data: { revokedAt: new Date() } });
    await world.db.doorToken.update({ where: { id: newest?.id ?? '' }, data: { expiresAt: new Date(0) } });
    tokens = [undefined, 'hubdoor_guessed', revoked, expired];
  });

  async function pressed(link: string): Promise<Visitor> {
    const visitor = new Visitor(world.url);
    await visitor.get(link);
    await visitor.post(link);
    return visitor;
  }

  it.each(EVERY_ROUTE)(
    '%s: without a link; with a used, an expired or a guessed one; without a valid token',
    async (_id, route) => {
      const before = await rowsOf(world, alpha);
      const [id = ''] = ofAlpha.ids;
      const asked = askedWith(route, id);
      for (const stranger of strangers) {
        const { status, location } = await asPage(stranger, route, asked);
        const isTurnedAway =
          route.kind === 'look' ? location === '/sign-in' : status === 401 || status === 403;
        expect({ status, isTurnedAway }).toEqual({ status, isTurnedAway: true });
      }
      for (const token of tokens) expect((await asJson(world, route, { ...asked, token })).status).toBe(401);
      expect(await rowsOf(world, alpha)).toEqual(before);
    },
  );
});

describe('D35: actions require more', () => {
  let token: string;
  beforeAll(async () => {
    token = await world.token(alpha, 'read');
  });
  it.each(EVERY_ROUTE.filter(([, { kind }]) => kind === 'act'))(
    '%s: not with a read token, nor without the form of one of our pages',
    async (_id, route) => {
      const visitor = await world.signIn(alpha);
      const before = await rowsOf(world, alpha);
      for (const id of idsFor(route, ofAlpha.ids.slice(0, 3))) {
        const asked = askedWith(route, id);
        const answers = [
          await asJson(world, route, { ...asked, token }),
          await visitor.post(asked.path, { ...asked.rest, _csrf: 'guessed' }),
          await visitor.post(asked.path, asked.rest, { origin: 'https://evil.example' }),
          await visitor.post(asked.path, asked.rest, { 'sec-fetch-site': 'cross-site' }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      }
      expect(await rowsOf(world, alpha)).toEqual(before);
    },
  );
});
