import {
  CatalogueView,
  listUnlinkedVariants,
  readCatalogue,
  UNLINKED_WHY,
  UnlinkedView,
} from '@hub/desk/door';
import { z } from 'zod';
import { After } from '../fields';
import { look, type DoorRoute } from '../route';
import { CataloguePage } from './catalogue-page';
import { UnlinkedPage } from './unlinked-page';

export const catalogueRoutes: readonly DoorRoute[] = [
  look({
    id: 'getCatalogue',
    path: '/catalogue',
    summary:
      'How the latest reading of your catalogue went: its figures, its faults, and variants that are not linked.',
    section: 'catalogue',
    input: z.object({
      after: After.describe('the `next` of the page of faults before'),
    }),
    answer: CatalogueView,
    title: 'Your catalogue',
    read: ({ door, visit }, { after }) => readCatalogue(door.db, { contact: visit.contact, after }),
    page: ({ view, at }) => <CataloguePage view={view} now={at.now} />,
  }),
  look({
    id: 'listUnlinked',
    path: '/unlinked',
    summary:
      'Your variants that no other shop can ship or sell, with what to correct on each, and how many are linked.',
    section: 'catalogue',
    input: z.object({
      why: z.enum(UNLINKED_WHY).optional(),
      after: After.describe('the `next` of the page before'),
    }),
    answer: UnlinkedView,
    title: 'Variants that are not linked',
    read: ({ door, visit }, asked) =>
      listUnlinkedVariants(door.db, { ...asked, shopId: visit.contact.shopId }),
    page: ({ view, asked: { why } }) => <UnlinkedPage view={view} why={why} />,
  }),
];
