import type { Database } from '@hub/database';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aShop } from './a-shop';

/** An action of the engine, as a test sees it. */
interface TriedAction<By> {
  readonly role: 'agent' | 'lead' | 'shop';
  readonly isOfShop: boolean;
  readonly note: 'required' | 'optional' | 'none';
  readonly changes: boolean;
  readonly isAsked: boolean;
  readonly ask: (by: By, given: unknown) => Promise<{ title: string; happens: readonly string[] } | null>;
  readonly act: (by: By, given: unknown) => Promise<{ kind: string }>;
}

export interface ActionCase<By> {
  name: string;
  action: TriedAction<By>;
  /** Something that the action is possible for. @returns its input */
  given: () => Promise<Record<string, unknown>>;
  /** Its name in the audit. */
  recorded: string;
  /** Its name in the audit at the door, if it is another there. */
  atDoor?: string;
  /** What a shop says at its door instead. */
  saysAtDoor?: Record<string, unknown>;
  /** A second time is no mistake: the workers see to it that it is done once. */
  repeats?: boolean;
  /** What a person still chooses when asked: it is in no address. */
  chosen?: readonly string[];
}

interface TriedShop {
  id: number;
  slug: string;
}

interface TriedWorld<By> {
  db: () => Database;
  /** Who acts. `shop`: at its door. */
  by: (role: 'viewer' | 'agent' | 'lead' | 'shop', shop?: TriedShop) => By & { actor: string };
  /** Whose the subjects of the cases are. */
  shop: () => TriedShop;
  longestNote: number;
}

/** Tries what the engine of actions promises of each: done once, recorded, for its role alone, with its note, and of a shop's own alone. */
export function tryActions<By>(cases: readonly ActionCase<By>[], world: TriedWorld<By>): void {
  const { by, longestNote } = world;
  const trail = () => world.db().supportAction.findMany({ orderBy: { id: 'asc' } });
  const since = async ({ length }: { length: number }) => (await trail()).slice(length);
  const atDoorOf = ({ id, slug }: TriedShop) => by('shop', { id, slug });
  const ableFor = ({ role }: TriedAction<By>) => (role === 'shop' ? atDoorOf(world.shop()) : by(role));
  const withoutOf = (input: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));

  /** The door says itself which shop it is: some take nothing else. */
  const withoutFirst = (input: object) => {
    const [first, ...rest] = Object.entries(input);
    return first ? Object.fromEntries(rest) : { typo: 'x' };
  };

  describe.each(cases)('$name', ({ action, given, recorded, repeats = false }) => {
    const able = () => ableFor(action);
    const noted = (input: object) => (action.note === 'none' ? input : { ...input, note: 'they called' });
    let input: Record<string, unknown>;
    let before: Awaited<ReturnType<typeof trail>>;
    beforeEach(async () => {
      input = await given();
      before = await trail();
    });
    const recordsSince = () => since(before);

    it('is done once, and recorded with who did it and why', async () => {
      expect(await action.act(able(), noted(input))).toMatchObject({ kind: 'done' });
      const [record, ...others] = await recordsSince();
      expect(others).toEqual([]);
      const why = action.note === 'none' ? {} : { note: 'they called' };
      expect(record).toMatchObject({ actor: able().actor, action: recorded, detail: why });
      expect((record?.changes ?? null) !== null).toBe(action.changes);
      await action.act(able(), noted(input));
      expect(await recordsSince()).toHaveLength(repeats ? 2 : 1);
    });

    it('is done by no one of a lesser role', async () => {
      const lesser = ({ lead: 'agent', agent: 'viewer', shop: 'lead' } as const)[action.role];
      expect(await action.act(by(lesser), noted(input))).toMatchObject({ kind: 'forbidden' });
      expect(await recordsSince()).toEqual([]);
    });

    it.each([
      ['a field that it does not have', () => ({ ...noted(input), typo: 'x' }), 'typo'],
      ['a note that is too long', () => ({ ...input, note: 'x'.repeat(longestNote + 1) }), 'note'],
      ['a note that cannot be stored', () => ({ ...input, note: 'a\0b' }), 'note'],
      ['a missing field', () => withoutFirst(noted(input)), undefined],
    ])('is not done with %s', async (_what, asked, field) => {
      const end = await action.act(able(), asked());
      expect(end).toMatchObject(field === undefined ? { kind: 'invalid' } : { kind: 'invalid', field });
      expect(JSON.stringify(end)).not.toContain('xxx');
      expect(await recordsSince()).toEqual([]);
    });

    it.each([undefined, '', '  '])('asks for a note if it needs one: %j is none', async (note) => {
      const end = await action.act(able(), note === undefined ? input : { ...input, note });
      const isRefused = action.note === 'required' || (action.note === 'none' && note !== undefined);
      expect(end.kind).toBe(isRefused ? 'invalid' : 'done');
    });
  });

  describe('before an action', () => {
    const asked = cases.filter(({ action }) => action.isAsked);
    if (asked.length === 0) return;

    it.each(asked)('$name: it is said what will happen, and nothing is done', async ({ action, ...of }) => {
      const input = withoutOf(await of.given(), of.chosen ?? []);
      const before = await trail();
      const question = await action.ask(ableFor(action), input);
      expect(question?.happens.length).toBeGreaterThan(0);
      expect(question?.title).not.toBe('');
      expect(await trail()).toEqual(before);
    });
  });

  describe('D35: at the door of a shop', () => {
    const its = cases.filter(({ action }) => action.isOfShop);
    const others = cases.filter(({ action }) => !action.isOfShop);
    const saying = async ({ given, saysAtDoor }: ActionCase<By>) => {
      const { shop: _itself, ...input } = await given();
      return { ...input, ...saysAtDoor };
    };

    if (others.length > 0)
      it.each(others)('$name: is for support alone', async ({ action, given }) => {
        const input = await given();
        const before = await trail();
        expect(await action.act(atDoorOf(world.shop()), input)).toMatchObject({ kind: 'forbidden' });
        expect(await trail()).toEqual(before);
      });

    if (its.length > 0)
      it.each(its)('$name: is recorded as its own, and takes no note', async (of) => {
        const { action } = of;
        const input = await saying(of);
        const before = await trail();
        const own = atDoorOf(world.shop());
        expect(await action.act(by('shop'), input)).toMatchObject({ kind: 'forbidden' });
        expect(await action.act(own, { ...input, note: 'they called' })).toMatchObject({ field: 'note' });
        expect(await since(before)).toEqual([]);
        expect(await action.act(own, input)).toMatchObject({ kind: 'done' });
        const [record, ...more] = await since(before);
        expect(more).toEqual([]);
        expect(record).toMatchObject({ actor: own.actor, action: of.atDoor ?? of.recorded });
      });

    if (its.length > 0)
      it.each(its)('$name: nothing is recorded about another shop, whatever is named', async (of) => {
        const input = { ...(await of.given()), ...of.saysAtDoor };
        const before = await trail();
        const another = await aShop(world.db());
        await of.action.act(atDoorOf(another), input);
        const subjects = (await since(before)).map(({ subject }) => subject);
        expect(subjects.filter((subject) => subject !== `shop:${another.slug}`)).toEqual([]);
      });
  });
}
