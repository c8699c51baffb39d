import { withoutEffect } from '@hub/database';
import {
  exportOwnLinks,
  LINK_LISTS,
  LinkFileView,
  LinkGroupsView,
  LinkImportView,
  LinkPairsView,
  LinksDecided,
  linksDecided,
  linksImported,
  listLinks,
  readLink,
  SHOP_DECISIONS,
} from '@hub/desk/door';
import {
  BY_GROUP,
  decideLinks,
  GROUP_PLACE,
  importLinks,
  LINK_CONFIDENCES,
  MOST_LINKS_AT_ONCE,
} from '@hub/desk/links';
import { z } from 'zod';
import { LINKS } from '../../web/links/links-path';
import { Faults } from '../../web/actions/faults';
import { QuestionPage } from '../../web/actions/question-page';
import { ImportForm } from '../../web/links/import-form';
import { act, actingAt, look, questionOf, type DoorRoute } from '../route';
import { LinkPairsPage } from './link-pairs-page';
import { LinksPage } from './links-page';

const Id = z.uuid();
const GroupPlace = z
  .string()
  .regex(GROUP_PLACE)
  .transform((text) => BY_GROUP.read(text) ?? undefined)
  .optional();

/** Variants that may be the same article as a variant of another shop, decided by both shops. */
export const linkRoutes: readonly DoorRoute[] = [
  look({
    id: 'listLinks',
    path: '/links',
    summary:
      'Variants of yours that may be the same article as variants of another shop, by product, and how many wait for a decision.',
    section: 'links',
    input: z.object({
      list: z.enum(LINK_LISTS).default('undecided'),
      confidence: z.enum(LINK_CONFIDENCES).optional(),
      after: GroupPlace.describe('the `next` of the page before'),
    }),
    answer: LinkGroupsView,
    title: 'Proposed links',
    read: ({ door, visit }, asked) => listLinks(door.db, { ...asked, shopId: visit.contact.shopId }),
    page: ({ view, asked: { list, confidence } }) => <LinksPage {...{ view, list, confidence }} />,
  }),
  look({
    id: 'exportLinks',
    path: '/links/file',
    summary: 'Your proposals as a CSV file, with a column for decisions.',
    section: 'links',
    input: z.object({ list: z.enum(['undecided', 'decided']).default('undecided') }),
    answer: LinkFileView,
    title: 'Proposed links',
    read: ({ door, visit }, { list }) =>
      exportOwnLinks(door.db, { shopId: visit.contact.shopId, isDecided: list === 'decided' }),
    page: ({ view: { csv } }) => ({ fileName: 'proposed-links.csv', csv }),
  }),
  look({
    id: 'getLink',
    path: '/links/:proposal',
    summary:
      'The pairs of variants of two products, side by side, with what speaks for each pair and against it.',
    section: 'links',
    input: z.object({ proposal: z.string().describe('the id of one of them') }),
    answer: LinkPairsView,
    title: 'The same article?',
    read: async ({ door, visit }, { proposal }) =>
      Id.safeParse(proposal).success
        ? readLink(door.db, { shopId: visit.contact.shopId, id: proposal })
        : null,
    images: ({ pairs }) => pairs.map(({ yours }) => yours.image_url),
    page: ({ view }) => <LinkPairsPage pairs={view.pairs} />,
  }),
  act({
    id: 'decideLinks',
    path: '/links/decide',
    summary:
      'Agrees to proposals, refuses them, or undoes a link or an agreement of yours. A pair is linked once both shops agree.',
    section: 'links',
    input: z.object({
      decision: z.enum(SHOP_DECISIONS),
      ids: z
        .union([Id.transform((id) => [id]), z.array(Id).min(1).max(MOST_LINKS_AT_ONCE)])
        .describe(`ids of proposals, at most ${MOST_LINKS_AT_ONCE}`),
      seen: z.literal('yes').optional().describe('for the page alone: what will happen was shown'),
    }),
    answer: LinksDecided,
    title: 'What will happen',
    asks: questionOf(
      decideLinks,
      {
        back: ({ ids: [first = ''] }) => ({ href: `${LINKS}/${first}`, name: 'The two products' }),
        unless: ({ ids }) => ids.length === 1,
      },
      chosenOf,
    ),
    do: async (at, input) => linksDecided(await decideLinks.act(actingAt(at), chosenOf(input))),
    after: ({ ids: [first = ''] }) => ({ next: `${LINKS}/${first}` }),
  }),
  act({
    id: 'importLinks',
    path: '/links/import',
    summary:
      'Takes the decisions of a file as `exportLinks` gives it, edited: all of them, or none where one is wrong; every fault is said at once.',
    section: 'links',
    input: z.object({
      csv: z.string(),
      dry_run: z.union([z.boolean(), z.literal('true').transform(() => true)]).default(false),
      seen: z.literal('yes').optional().describe('for the page alone: what will happen was shown'),
    }),
    answer: LinkImportView,
    title: 'Import decisions',
    asks: async (at, { csv, seen }) => {
      const question = await importLinks.ask(actingAt(at), { csv });
      if (question?.faults) return <FaultyFile csv={csv} faults={question.faults} />;
      if (!question || seen === 'yes') return null;
      const place = { href: LINKS, name: 'Proposed links' };
      return <QuestionPage {...{ place, question }} note="none" hidden={{ csv, seen: 'yes' }} />;
    },
    do: async (at, { csv, dry_run: isTried }) => {
      const run = () => importLinks.act(actingAt(at), { csv });
      const end = await (isTried ? withoutEffect(run) : run());
      if (end.kind !== 'done' && end.kind !== 'invalid') return { kind: 'unknown' };
      return { kind: 'done', says: end.says, answer: linksImported(end, { isTried }) };
    },
    after: () => ({ next: LINKS }),
  }),
];

function chosenOf({ decision, ids: proposals }: { decision: string; ids: readonly string[] }) {
  return { decision, proposals };
}

function FaultyFile({ csv, faults }: { csv: string; faults: Parameters<typeof Faults>[0]['faults'] }) {
  return (
    <>
      <h1>Import decisions</h1>
      <Faults faults={faults} />
      <ImportForm text={csv} decisions={SHOP_DECISIONS} />
    </>
  );
}
