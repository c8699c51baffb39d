import { FiguresView, figuresAsCsv, readFigures } from '@hub/desk/door';
import { z } from 'zod';
import { look, type AtDoor, type DoorRoute } from '../route';
import { FiguresPage } from './figures-page';

const read = ({ door, visit, now }: AtDoor) => {
  const { shopId, shop: slug } = visit.contact;
  return readFigures(door.db, { shopId, slug, now });
};

export const figureRoutes: readonly DoorRoute[] = [
  look({
    id: 'listFigures',
    path: '/figures',
    summary:
      'How you do: times to accept and to ship, orders shipped late, refused, cancelled and returned, stock reports and calls, over 30 days and day by day.',
    section: 'figures',
    input: z.object({}),
    answer: FiguresView,
    title: 'Your figures',
    read,
    page: ({ view }) => <FiguresPage figures={view.figures} />,
  }),
  look({
    id: 'exportFigures',
    path: '/figures/file',
    summary: 'Your figures as a CSV file, with a column for each day.',
    section: 'figures',
    input: z.object({}),
    answer: z.object({ csv: z.string() }),
    title: 'Your figures',
    read: async (at) => ({ csv: figuresAsCsv(await read(at)) }),
    page: ({ view: { csv } }) => ({ fileName: 'figures.csv', csv }),
  }),
];
