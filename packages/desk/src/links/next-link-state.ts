import type { LinkProposalState } from '@hub/database';

/** Who decides: one of the two shops, or a lead on behalf of both. */
export type LinkSide = { by: 'shop'; shopId: number } | { by: 'lead' };

/** `agree` is a shop's, `confirm` a lead's. `undo` reverts a link, a shop's own agreement, or (a lead) a refusal. */
export type LinkDecision = 'agree' | 'confirm' | 'refuse' | 'undo';

/** The decisions of each side. */
export const LINK_DECISIONS: Readonly<Record<LinkSide['by'], readonly LinkDecision[]>> = {
  shop: ['agree', 'refuse', 'undo'],
  lead: ['confirm', 'refuse', 'undo'],
};

export interface LinkState {
  state: LinkProposalState;
  /** The shop that agreed first. */
  agreedShop: number | null;
}

export type NextLinkState =
  | { kind: 'next'; state: LinkProposalState; agreedShop: number | null }
  | { kind: 'refused'; why: 'not_undecided' | 'nothing_to_undo' | 'not_yours' };

/**
 * The effect of a decision on a proposal: both shops' agreement links, or a lead's confirmation, and nothing else does.
 */
export function nextLinkState(now: LinkState, decision: LinkDecision, side: LinkSide): NextLinkState {
  if (decision === 'undo') return undone(now, side);
  if (now.state !== 'open' && now.state !== 'agreed') return { kind: 'refused', why: 'not_undecided' };
  if (decision === 'refuse') return { kind: 'next', state: 'refused', agreedShop: null };
  if ((decision === 'confirm') !== (side.by === 'lead')) return { kind: 'refused', why: 'not_yours' };
  if (side.by === 'lead') return { kind: 'next', state: 'confirmed', agreedShop: null };
  const isSecond = now.agreedShop !== null && now.agreedShop !== side.shopId;
  return isSecond
    ? { kind: 'next', state: 'confirmed', agreedShop: now.agreedShop }
    : { kind: 'next', state: 'agreed', agreedShop: side.shopId };
}

function undone({ state, agreedShop }: LinkState, side: LinkSide): NextLinkState {
  if (state === 'confirmed') return { kind: 'next', state: 'undone', agreedShop: null };
  const isOwn = state === 'agreed' && (side.by === 'lead' || side.shopId === agreedShop);
  const isClosed = state === 'refused' || state === 'undone';
  if (isOwn || (isClosed && side.by === 'lead')) return { kind: 'next', state: 'open', agreedShop: null };
  return { kind: 'refused', why: state === 'open' ? 'nothing_to_undo' : 'not_yours' };
}
