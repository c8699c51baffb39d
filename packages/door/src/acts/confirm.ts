import type { Database } from '@hub/database';
import { confirmCapability, CONFIRM_REFUSAL_LABELS, type ConfirmRequest } from '@hub/go-live';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

export interface ConfirmWish {
  capability: ConfirmRequest['capability'];
  /** The one that was shown. */
  rehearsalId: string;
  name: string;
  words: string;
}

/** The store's half of a confirmation (D32): by whom, in what words, and how the link of their session was delivered. */
export async function confirmAsStore(
  db: Database,
  said: { visit: Visit; wish: ConfirmWish },
): Promise<Acted<Said>> {
  const { visit, wish } = said;
  const end = await confirmCapability(db, {
    ...wish,
    shop: visit.contact.shop,
    by: { side: 'store', link: visit.delivery },
    actor: actorOfVisit(visit),
  });
  if (end.kind === 'refused') return { kind: 'refused', reason: CONFIRM_REFUSAL_LABELS[end.why] };
  return { kind: 'done', answer: { done: 'Confirmed.' } };
}
