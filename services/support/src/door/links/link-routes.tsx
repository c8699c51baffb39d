import {
  decideOwnLinks,
  exportOwnLinks,
  foreseeLinks,
  importOwnLinks,
  LINK_LISTS,
  LinkFileView,
  LinkGroupsView,
  LinkImportView,
  LinkPairsView,
  LinksDecided,
  listLinks,
  MOST_LINKS_AT_ONCE,
  readLink,
  SHOP_DECISIONS,
} from '@hub/desk/door';
import { BY_GROUP, GROUP_PLACE, LINK_CONFIDENCES, type LinkImport } from '@hub/desk/links';
import { z } from 'zod';
import { LINKS } from '../../web/links/links-path';
import { act, look, type DoorRoute } from '../route';
import { LinkPairsPage } from './link-pairs-page';
import { LinkQuestion } from './link-question';
import { decidedText } from './link-labels';
import { LinksPage } from './links-page';
import { FileFaults, FileQuestion, ImportForm } from '../../web/links/import-form';

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
    asks: async ({ door, visit, now }, { decision, ids, seen }) => {
      if (ids.length === 1 || seen === 'yes') return null;
      const foreseen = await foreseeLinks(door.db, { visit, ids, decision, now });
      return <LinkQuestion decision={decision} foreseen={foreseen} />;
    },
    do: ({ door, visit, now }, { decision, ids }) => decideOwnLinks(door.db, { visit, ids, decision, now }),
    after: ({ ids }, { outcomes }) => ({ next: `${LINKS}/${ids[0] ?? ''}`, says: decidedText(outcomes) }),
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
    asks: async ({ door, visit, now }, { csv, seen }) => {
      const end = await importOwnLinks(door.db, { visit, csv, isTried: true, now });
      if (end.kind === 'done' && seen === 'yes') return null;
      return <LinkImportPage csv={csv} end={end} />;
    },
    do: async ({ door, visit, now }, { csv, dry_run: isTried }) => {
      const end = await importOwnLinks(door.db, { visit, csv, isTried, now });
      const answer =
        end.kind === 'faults'
          ? { applied: false, decisions: 0, faults: end.faults }
          : { applied: !isTried, decisions: end.decided.length, faults: [] };
      return { kind: 'done', answer };
    },
    after: (_input, { applied, decisions }) => ({
      next: LINKS,
      says: applied
        ? `The file is applied: ${decisions} decisions.`
        : 'Nothing is applied: send the file again.',
    }),
  }),
];

/** The faults of a file, or a preview of its effect. */
function LinkImportPage({ csv, end }: { csv: string; end: LinkImport }) {
  return (
    <>
      <h1>Import decisions</h1>
      {end.kind === 'faults' ? (
        <>
          <FileFaults faults={end.faults} />
          <ImportForm text={csv} decisions={SHOP_DECISIONS} />
        </>
      ) : (
        <FileQuestion csv={csv} decided={end.decided} />
      )}
    </>
  );
}
