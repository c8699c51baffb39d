import { CAPABILITIES, StorableText } from '@hub/contract';
import { addEntry, describeGoLive, isSameStore, type LinkDelivery } from '@hub/shops';
import { action } from '../engine/action';
import { z } from 'zod';
import { lockedGoLive, type KnownGoLive } from './read-go-live';

/** Why a confirmation is refused, as labels. */
const LABELS = {
  not_rehearsed: 'there is no rehearsal to confirm',
  not_complete: 'the rehearsal has checks that did not pass',
  other_rehearsal: 'it was rehearsed again since: look at the latest rehearsal',
  other_store: 'the store has another store_api_root or other locations now: rehearse it again',
  printed_link: 'in production a store confirms by a link that was mailed to a contact of its sheet',
  confirmed_before: 'this side confirmed it already',
} as const;

/** What a person says for the record, in their own words. */
export const Words = (longest: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(longest).pipe(StorableText);

const NEEDS_WORDS = 'a confirmation needs a name and words';
export const NO_SUCH_SHOP = { kind: 'unknown', says: 'There is no such shop.' } as const;
/** Who acts for the operator: the person of the actor. */
export const personOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1);
/** A refusal, with its reason. */
export const notOnRecord = (why: string) =>
  ({ kind: 'refused', says: `It is not on record: ${why}.`, why }) as const;

/** Records one side's confirmation of a rehearsed capability (D32): who, when, and in what words. At its door it is the store's. */
export const confirmCapability = action({
  names: { 'golive.confirm': 'confirmed what was rehearsed' },
  changes: true,
  command: 'golive.confirm',
  note: 'none',
  input: z.strictObject({
    shop: z.string().min(1).max(255),
    capability: z.enum(CAPABILITIES),
    /** The one that was shown; without it the latest. */
    rehearsal: z.string().max(255).optional(),
    words: Words(2_000, NEEDS_WORDS),
    /** The store's alone: the operator's is that of who acts. */
    name: Words(200, NEEDS_WORDS).optional(),
  }),
  chosen: ['capability', 'rehearsal', 'words'],
  ofShop: () => true,
  async run(tx, input, { actor, shop: own }) {
    const { shop, capability, words } = input;
    if ((input.name === undefined) === (own !== undefined))
      return { kind: 'invalid', field: 'name', says: own ? NEEDS_WORDS : 'only a store gives its name' };
    const found = await lockedGoLive(tx, shop);
    if (found === null) return NO_SUCH_SHOP;
    const link = own ? (own.delivery ?? 'printed') : null;
    const decision = decideConfirmation(found, { ...input, link });
    if ('why' in decision) return notOnRecord(LABELS[decision.why]);
    const [side, name] = [sideOf(link), input.name ?? personOf(actor)];
    await addEntry(tx, {
      shopId: found.id,
      kind: 'confirmed',
      capability,
      rehearsalId: decision.rehearsalId,
      actor,
      detail: { side, name, words, link },
    });
    const says = own ? 'Confirmed.' : 'It is on record.';
    return {
      kind: 'done',
      says,
      answer: { shop, capability, confirmed: side },
      record: {
        subjects: [`shop:${shop}`],
        detail: { capability, side, name, note: words, ...(link === null ? {} : { link }) },
        changes: [{ field: `${capability}, ${side}`, before: 'not confirmed', after: 'confirmed' }],
      },
    };
  },
});

const sideOf = (link: LinkDelivery | null) => (link === null ? ('operator' as const) : ('store' as const));

function decideConfirmation(
  { facts, shop }: KnownGoLive,
  of: { capability: string; rehearsal?: string | undefined; link: LinkDelivery | null },
): { rehearsalId: string } | { why: keyof typeof LABELS } {
  const found = describeGoLive(facts, shop).find((one) => one.capability === of.capability);
  const rehearsal = found?.rehearsal ?? null;
  if (rehearsal === null) return { why: 'not_rehearsed' };
  if (of.rehearsal !== undefined && of.rehearsal !== rehearsal.rehearsalId) return { why: 'other_rehearsal' };
  if (rehearsal.open.length > 0 || rehearsal.violations.length > 0) return { why: 'not_complete' };
  if (!isSameStore(rehearsal, shop.store)) return { why: 'other_store' };
  if (facts.environment === 'production' && of.link === 'printed') return { why: 'printed_link' };
  if (rehearsal[sideOf(of.link)] !== null) return { why: 'confirmed_before' };
  return { rehearsalId: rehearsal.rehearsalId };
}
