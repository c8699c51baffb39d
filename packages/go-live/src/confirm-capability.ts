import type { Capability } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import { addEntry, describeGoLive, isSameStore, type LinkDelivery } from '@hub/shops';
import { recordActions } from '@hub/support-desk';
import { lockedGoLive, type KnownGoLive } from './read-go-live';

export interface ConfirmRequest {
  /** Slug. */
  shop: string;
  capability: Capability;
  /** The rehearsal to confirm, if it was shown; otherwise the latest. */
  rehearsalId?: string | undefined;
  /** How the link of the store's people was delivered. */
  by: { side: 'operator' } | { side: 'store'; link: LinkDelivery };
  name: string;
  words: string;
  /** For the trail, such as `lead:ada`. */
  actor: string;
}

/** Why a confirmation is refused, as labels. */
export const CONFIRM_REFUSAL_LABELS = {
  unknown_shop: 'there is no such shop',
  no_words: 'a confirmation needs a name and words',
  not_rehearsed: 'there is no rehearsal to confirm',
  not_complete: 'the rehearsal has checks that did not pass',
  other_rehearsal: 'it was rehearsed again since: look at the latest rehearsal',
  other_store: 'the store has another store_api_root or other locations now: rehearse it again',
  printed_link: 'in production a store confirms by a link that was mailed to a contact of its sheet',
  confirmed_before: 'this side confirmed it already',
} as const;
export type ConfirmRefusal = keyof typeof CONFIRM_REFUSAL_LABELS;

/** Records one side's confirmation of a rehearsed capability (D32): who, when, and in what words. */
export async function confirmCapability(
  db: Database,
  request: ConfirmRequest,
): Promise<{ kind: 'confirmed' } | { kind: 'refused'; why: ConfirmRefusal }> {
  return inTransaction(db, async (tx) => {
    const found = await lockedGoLive(tx, request.shop);
    if (found === null) return { kind: 'refused', why: 'unknown_shop' };
    const decision = decideConfirmation(found, request);
    if ('why' in decision) return { kind: 'refused', ...decision };
    const { capability, by, actor } = request;
    const [name, words] = [request.name.trim(), request.words.trim()];
    const link = by.side === 'store' ? by.link : null;
    await addEntry(tx, {
      shopId: found.id,
      kind: 'confirmed',
      capability,
      rehearsalId: decision.rehearsalId,
      actor,
      detail: { side: by.side, name, words, link },
    });
    await recordActions(tx, {
      actor,
      action: 'golive.confirm',
      subjects: [`shop:${request.shop}`],
      detail: { capability, side: by.side, name, note: words, ...(link === null ? {} : { link }) },
      changes: [{ field: `${capability}, ${by.side}`, before: 'not confirmed', after: 'confirmed' }],
    });
    return { kind: 'confirmed' };
  });
}

function decideConfirmation(
  { facts, shop }: KnownGoLive,
  request: ConfirmRequest,
): { rehearsalId: string } | { why: ConfirmRefusal } {
  const { capability, by, rehearsalId } = request;
  if (request.name.trim() === '' || request.words.trim() === '') return { why: 'no_words' };
  const found = describeGoLive(facts, shop).find((one) => one.capability === capability);
  const rehearsal = found?.rehearsal ?? null;
  if (rehearsal === null) return { why: 'not_rehearsed' };
  if (rehearsalId !== undefined && rehearsalId !== rehearsal.rehearsalId) return { why: 'other_rehearsal' };
  if (rehearsal.open.length > 0 || rehearsal.violations.length > 0) return { why: 'not_complete' };
  if (!isSameStore(rehearsal, shop.store)) return { why: 'other_store' };
  if (facts.environment === 'production' && by.side === 'store' && by.link === 'printed')
    return { why: 'printed_link' };
  if (rehearsal[by.side] !== null) return { why: 'confirmed_before' };
  return { rehearsalId: rehearsal.rehearsalId };
}
