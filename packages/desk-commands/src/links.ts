import { LinkProposalState } from '@hub/database';
import {
  countLinkProposals,
  csvText,
  decideLinks,
  describeEvidence,
  importLinks,
  LINK_COLUMNS,
  LINK_CONFIDENCES,
  LINK_REFUSAL_LABELS,
  listLinkProposals,
  readArticle,
  type LinkOutcome,
  type LinkQuery,
  type ListedLinkProposal,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, look, type CommandContext } from './command';
import { CommandFault } from './command-fault';
import { Limit, oneOf, shopIdOf, Text, time } from './fields';

const STATES: Readonly<Record<string, readonly LinkProposalState[]>> = {
  undecided: ['open', 'agreed'],
  agreed: ['agreed'],
  confirmed: ['confirmed'],
  refused: ['refused'],
  undone: ['undone'],
  all: Object.values(LinkProposalState),
};

const Asked = z.strictObject({
  shop: Text.optional(),
  article: Text.optional(),
  confidence: oneOf(LINK_CONFIDENCES).optional(),
  state: oneOf(['undecided', 'agreed', 'confirmed', 'refused', 'undone', 'all']).default('undecided'),
  limit: Limit,
});

/** How many proposals wait for a decision, by shop. */
export const linkWaiting = look({
  input: z.strictObject({}),
  run: async ({ db }) => countLinkProposals(db),
});

/** Proposals of a shop or an article, the best first. */
export const linkList = look({
  input: Asked,
  run: async ({ db }, asked) => (await listLinkProposals(db, await queryOf(db, asked))).map(describe),
});

/** The same as a file to edit. */
export const linkExport = look({
  input: Asked,
  run: async ({ db }, asked) => {
    const pairs = await listLinkProposals(db, await queryOf(db, asked));
    return { pairs: pairs.length, csv: csvText(LINK_COLUMNS, pairs) };
  },
});

/** One proposal. */
export const linkShow = look({
  input: z.strictObject({ proposal: z.uuid() }),
  run: async ({ db }, { proposal }) => {
    const states = Object.values(LinkProposalState);
    const [found] = await listLinkProposals(db, { ids: [proposal], states, limit: 1 });
    if (!found) throw new CommandFault('unknown', ['there is no such proposal']);
    return describe(found);
  },
});

const MOST_AT_ONCE = 200;

/** Links, refuses or undoes proposals, each separately. */
export const linkDecide = act({
  role: 'lead',
  input: z.strictObject({
    decision: oneOf(['confirm', 'refuse', 'undo']),
    proposals: z.array(z.uuid()).min(1).max(MOST_AT_ONCE),
  }),
  run: async ({ db, actor, now }, { decision, proposals }) => {
    const by = { decision, side: { by: 'lead' }, actor, now: new Date(now) } as const;
    const outcomes = await decideLinks(db, proposals, by);
    if (outcomes.every(({ kind }) => kind !== 'done'))
      throw new CommandFault('refused', outcomes.map(refusalOf));
    return outcomes.map((outcome) => ({
      proposal: outcome.id,
      state: outcome.kind === 'done' ? outcome.state : null,
      refusal: outcome.kind === 'done' ? null : refusalOf(outcome),
      order_lines_that_stay: outcome.kind === 'done' ? outcome.allocated : 0,
    }));
  },
});

/** Applies the decisions of an edited file, all or none: every fault is reported at once. */
export const linkImport = act({
  role: 'lead',
  input: z.strictObject({ csv: z.string() }),
  run: async ({ db, actor, now }, { csv }) => {
    const end = await importLinks(db, { text: csv, side: { by: 'lead' }, actor, now: new Date(now) });
    if (end.kind === 'done') return { decisions: end.decided.length };
    const lines = end.faults.map(
      ({ line, column, message }) => `line ${line}${column === null ? '' : `, ${column}`}: ${message}`,
    );
    throw new CommandFault('invalid', ['nothing is applied', ...lines], 'csv');
  },
});

async function queryOf(
  db: CommandContext['db'],
  { shop, article: named, confidence, state, limit }: z.output<typeof Asked>,
): Promise<LinkQuery> {
  if (shop === undefined && named === undefined)
    throw new CommandFault('invalid', ['shop: name a shop, or an article'], 'shop');
  const article = named === undefined ? undefined : readArticle(named);
  if (article === null) throw new CommandFault('invalid', ['article: this names none'], 'article');
  return { shopId: await shopIdOf(db, shop), article, confidence, states: STATES[state] ?? [], limit };
}

function describe(pair: ListedLinkProposal) {
  const { id, state, score, confidence, evidence, agreedShop, decidedAt, decidedBy, a, b } = pair;
  return {
    proposal: id,
    state,
    agreed_by: [a, b].find(({ shopId }) => shopId === agreedShop)?.shop ?? null,
    score,
    confidence,
    ...describeEvidence(evidence),
    decided_at: time(decidedAt),
    decided_by: decidedBy,
    variants: [a, b].map((side) => ({
      shop: side.shop,
      variant_id: side.variantId,
      title: side.title,
      brand: side.brand,
      variant_title: side.variantTitle,
      size: side.size,
      barcode: side.barcode,
    })),
  };
}

function refusalOf(outcome: LinkOutcome): string {
  const why = outcome.kind === 'refused' ? LINK_REFUSAL_LABELS[outcome.why] : 'There is no such proposal.';
  return `${outcome.id}: ${why}`;
}
