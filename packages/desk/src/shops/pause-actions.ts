import type { Tx } from '@hub/database';
import { PauseReason, PauseUntil } from '@hub/shops';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../audit/refusal-labels';
import { action, type Acting, type Undo } from '../engine/action';
import { pauseShipping, unpauseShipping } from './pauses';

const Name = z.string().min(1).max(255);

/** Pauses a shop's shipping until an instant (D38). */
export const pauseShop = action({
  names: {
    'shop.pause': 'paused the shipping of a shop',
    'door.pause': "paused the shop's shipping at its door",
  },
  name: (_input, { shop }) => (shop ? 'door.pause' : 'shop.pause'),
  changes: true,
  command: 'shop.pause',
  hub: {
    says: 'pauses the shipping of a shop: it gets no new orders, and its stock is not offered',
    takes: {
      shop: ['<slug>'],
      until: ['--until <instant>', 'in UTC, at most 30 days ahead, such as 2026-12-07T08:00:00Z'],
      reason: ['--reason <text>', 'why: the shop reads it at its door; no personal data'],
    },
  },
  page: '/shops/:slug/pause',
  note: 'none',
  input: z.strictObject({ shop: Name, until: PauseUntil.optional(), reason: PauseReason.optional() }),
  chosen: ['until', 'reason'],
  ofShop: () => true,
  async ask(acting, { shop }) {
    const found = await shopOf(acting.db, shop);
    if (!found) return null;
    const { name } = found;
    return {
      title: `Pause shipping at ${name}`,
      happens: [
        `${name} is chosen for no new order, and its stock is not offered to other shops.`,
        `Orders that were given to ${name} go on, and so do its own sales.`,
        'The pause ends by itself at the time you enter, at most 30 days ahead. Waiting lines are then served.',
        `If ${name} has paused shipping too, the later end counts.`,
      ],
      submit: 'Pause shipping',
      asks: [
        { kind: 'moment', name: 'until', label: 'Until (UTC)' },
        {
          kind: 'text',
          name: 'reason',
          label: 'Reason (the shop reads it at its door; no names)',
          longest: 500,
        },
      ],
    };
  },
  async run(tx, { shop: slug, until, reason }, { actor, shop: own }) {
    if (until === undefined) return { kind: 'refused', says: 'Enter when the pause ends.' };
    if (reason === undefined) return { kind: 'refused', says: 'Write down why shipping is paused.' };
    const shop = await shopOf(tx, slug);
    if (!shop) return UNKNOWN;
    const end = await pauseShipping(tx, { shopId: shop.id, ...sideOf(actor, own), until, reason });
    if (end.kind === 'refused')
      return { kind: 'refused', says: `Shipping is not paused: ${end.reason}.`, why: end.reason };
    const says = `Shipping${own ? '' : ` at ${shop.name}`} is paused until ${end.until?.toISOString() ?? ''}.`;
    const answer = { shop: slug, paused_until: end.until?.toISOString() ?? null };
    if (end.kind === 'unchanged') return { kind: 'unchanged', says, answer };
    const record = { subjects: [`shop:${slug}`], detail: { reason } } as const;
    const undo = undoOf(slug, shop.name, shop.pausedUntil);
    return { kind: 'done', says, answer, record: { ...record, changes: end.changes }, undo };
  },
});

/** Ending a pause ends the shop's own too: it takes a pause back only if there was none before. */
function undoOf(slug: string, name: string, before: Date | null): Undo | undefined {
  return before === null
    ? { path: `/shops/${slug}/unpause`, label: `Undo: end the pause of ${name}`, fields: {} }
    : undefined;
}

/** Ends every pause of a shop's shipping, an agent's and its own (D38). */
export const unpauseShop = action({
  names: {
    'shop.unpause': 'ended a pause of shipping',
    'door.unpause': "ended the shop's own pause at its door",
  },
  name: (_input, { shop }) => (shop ? 'door.unpause' : 'shop.unpause'),
  changes: true,
  command: 'shop.unpause',
  hub: {
    says: 'ends every pause of the shipping of a shop',
    takes: {
      shop: ['<slug>'],
    },
  },
  page: '/shops/:slug/unpause',
  input: z.strictObject({ shop: Name }),
  ofShop: () => true,
  async ask(acting, { shop }) {
    const found = await shopOf(acting.db, shop);
    if (!found) return null;
    const title = `End the pause of ${found.name}`;
    if (found.pausedUntil === null) return { title, happens: [], impossible: 'shipping is not paused' };
    return {
      title,
      happens: [
        'Lines that wait for its stock are served first.',
        'Its stock is offered to the network again, and it is chosen for new orders.',
        'A pause that the shop began ends too.',
      ],
      warning: `${found.name} can ship again.`,
      submit: 'End the pause',
    };
  },
  async run(tx, { shop: slug }, { actor, shop: own }) {
    const shop = await shopOf(tx, slug);
    if (!shop) return UNKNOWN;
    const end = await unpauseShipping(tx, { shopId: shop.id, ...sideOf(actor, own) });
    if (end.kind === 'refused')
      return { kind: 'refused', says: `The pause is not ended: ${end.reason}.`, why: end.reason };
    const says = own ? ownEnded(end.until) : `The pause of ${shop.name} is ended.`;
    const answer = { shop: slug, paused_until: null };
    if (end.kind === 'unchanged') return { kind: 'unchanged', says, answer };
    const record = { subjects: [`shop:${slug}`] } as const;
    return { kind: 'done', says, answer, record: { ...record, changes: end.changes } };
  },
});

/** Of two pauses the later end counts, and a shop ends its own alone (D38). */
function sideOf(by: string, own: Acting['shop']) {
  return { side: own ? 'shop' : 'agent', by } as const;
}

function ownEnded(until: Date | null): string {
  return until === null
    ? 'Your pause is ended: you get new orders again.'
    : `Your pause is ended. That of the operator goes on until ${until.toISOString()}.`;
}

const UNKNOWN = {
  kind: 'unknown',
  says: `Nothing is changed: ${DESK_REFUSAL_LABELS.unknown_shop}.`,
} as const;

/** Null: there is none of this slug, or it left the network. */
function shopOf(db: Pick<Tx | Acting['db'], 'shop'>, slug: string) {
  return db.shop.findUnique({
    where: { slug, removedAt: null },
    select: { id: true, name: true, pausedUntil: true },
  });
}
