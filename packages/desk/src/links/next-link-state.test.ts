import { describe, expect, it } from '@jest/globals';
import { LINK_DECISIONS, nextLinkState, type LinkSide } from './next-link-state';

const A: LinkSide = { by: 'shop', shopId: 1 };
const B: LinkSide = { by: 'shop', shopId: 2 };
const LEAD: LinkSide = { by: 'lead' };
const open = { state: 'open', agreedShop: null } as const;
const agreedByA = { state: 'agreed', agreedShop: 1 } as const;
const decided = (state: 'confirmed' | 'refused' | 'undone') => ({ state, agreedShop: null });

describe('the effect of a decision on a proposal', () => {
  it.each([
    ['one shop agrees', open, 'agree', A, 'agreed'],
    ['it agrees again', agreedByA, 'agree', A, 'agreed'],
    ['the other agrees too', agreedByA, 'agree', B, 'confirmed'],
    ['a lead confirms alone', open, 'confirm', LEAD, 'confirmed'],
    ['either shop refuses', agreedByA, 'refuse', B, 'refused'],
    ['a lead refuses', open, 'refuse', LEAD, 'refused'],
    ['a shop takes back its own agreement', agreedByA, 'undo', A, 'open'],
    ['either shop undoes a link', decided('confirmed'), 'undo', B, 'undone'],
    ['a lead undoes a refusal', decided('refused'), 'undo', LEAD, 'open'],
    ['a lead has an undone link decided again', decided('undone'), 'undo', LEAD, 'open'],
    ['a lead takes back the agreement of a shop', agreedByA, 'undo', LEAD, 'open'],
  ] as const)('%s', (_title, now, decision, side, state) => {
    expect(nextLinkState(now, decision, side)).toMatchObject({ kind: 'next', state });
  });

  it.each([
    ['a shop does not confirm for both', open, 'confirm', A, 'not_yours'],
    ['a lead does not agree for one shop', open, 'agree', LEAD, 'not_yours'],
    ['a shop does not take back the agreement of the other', agreedByA, 'undo', B, 'not_yours'],
    ['a shop does not undo a refusal', decided('refused'), 'undo', A, 'not_yours'],
    ['what was refused is not agreed to', decided('refused'), 'agree', A, 'not_undecided'],
    ['what was undone is not confirmed', decided('undone'), 'confirm', LEAD, 'not_undecided'],
    ['where nothing is decided there is nothing to undo', open, 'undo', LEAD, 'nothing_to_undo'],
  ] as const)('%s', (_title, now, decision, side, why) => {
    expect(nextLinkState(now, decision, side)).toEqual({ kind: 'refused', why });
  });
});

it('a shop agrees where a lead links', () => {
  expect(LINK_DECISIONS).toEqual({
    shop: ['agree', 'refuse', 'undo'],
    lead: ['confirm', 'refuse', 'undo'],
  });
});
