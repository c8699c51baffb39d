import { CatalogueView, readCatalogue } from '@hub/door';
import { z } from 'zod';
import { After } from '../fields';
import { look, type DoorRoute } from '../route';
import { CataloguePage } from './catalogue-page';

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
];
