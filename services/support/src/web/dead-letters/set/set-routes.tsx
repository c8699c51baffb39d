import {
  actOnSelection,
  findSelection,
  forecastSelection,
  lettersStillAtRisk,
  listSelection,
  selectionProgress,
  type DeadLetterAction,
  type SelectionDone,
  type StoredSelection,
} from '@hub/support-desk';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf, type Notice } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { ACTION_NAMES, ACTIONS, refusalWords } from '../action-words';
import { BULK, mayActOnSet } from './bulk';
import { Progress } from './progress';
import { SetLetters, type SetLettersProps } from './set-letters';
import { SetPage, type SetPageProps } from './set-page';

const PART = 50;
const From = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** A frozen set: looked at, acted on, and what comes of it. */
export function addSetRoutes(router: Router, desk: Desk): void {
  router.get('/sets/:id', async (request, response) => {
    sendPage(request, response, {
      title: 'Dead letters chosen together',
      section: 'dead-letters',
      content: <SetPage {...await setOf(desk, request)} />,
    });
  });
  router.get('/sets/:id/progress', async (request, response) => {
    const { id } = request.params;
    const progress = await selectionProgress(desk.db, id);
    if (!progress) throw noSuchSet();
    sendPage(request, response, {
      title: 'How they stand',
      section: 'dead-letters',
      content: (
        <>
          <h1>
            How <a href={`/dead-letters/sets/${id}`}>they</a> stand
          </h1>
          <Progress id={id} progress={progress} />
        </>
      ),
    });
  });
  router.get('/sets/:id/letters', async (request, response) => {
    const set = await requireSet(desk, request.params['id']);
    sendPage(request, response, {
      title: 'Which they are',
      section: 'dead-letters',
      content: (
        <>
          <h1>
            <a href={`/dead-letters/sets/${set.id}`}>Dead letters chosen together</a>
          </h1>
          <SetLetters {...await lettersOf(desk, request, set)} />
        </>
      ),
    });
  });
  for (const action of ACTION_NAMES)
    router.post(`/sets/:id/${action}`, requireRole('agent'), async (request, response) => {
      const set = await requireSet(desk, request.params['id']);
      for (const notice of await act(desk, request, { set, action })) tell(request, notice);
      response.redirect(303, `/dead-letters/sets/${set.id}`);
    });
}

async function act(
  desk: Desk,
  request: Request,
  { set, action }: { set: StoredSelection; action: DeadLetterAction },
): Promise<Notice[]> {
  const viewer = viewerOf(request);
  if (!mayActOnSet(viewer, set.count))
    throw new PageError(403, `You may not do this: more than ${BULK} at once ask for a lead.`);
  const note = readNote(request);
  if (note === undefined && ACTIONS[action].note === 'required')
    return [{ kind: 'refused', text: `Nothing is done: say why, for the record.` }];
  const end = await actOnSelection(desk.db, { selectionId: set.id, action, actor: actorOf(viewer), note });
  if (!end) throw noSuchSet();
  return noticesOf(action, end);
}

function noticesOf(action: DeadLetterAction, { done, refused }: SelectionDone): Notice[] {
  const words = ACTIONS[action];
  return [
    ...(done > 0 ? [{ kind: 'done' as const, text: words.done(done) }] : []),
    ...refused.map(({ why, count }) => ({
      kind: 'refused' as const,
      text: `${count} ${words.not}: ${refusalWords(why, count)}.`,
    })),
  ];
}

async function setOf(desk: Desk, request: Request): Promise<SetPageProps> {
  const set = await requireSet(desk, request.params['id']);
  const [progress, letters] = await Promise.all([
    selectionProgress(desk.db, set.id),
    lettersOf(desk, request, set),
  ]);
  if (!progress) throw noSuchSet();
  const forecast = progress.open > 0 ? await forecastSelection(desk.db, set.id, desk) : null;
  const asked = { selectionId: set.id, now: desk.clock.now() };
  const risks = progress.open > 0 ? await lettersStillAtRisk(desk.db, asked) : [];
  return { set, progress, forecast, risks, letters, viewer: viewerOf(request) };
}

async function lettersOf(
  { db, clock }: Desk,
  request: Request,
  { id, count }: StoredSelection,
): Promise<SetLettersProps> {
  const read = From.safeParse(request.query['from']);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  const from = read.data;
  const part = (at: number) => `/dead-letters/sets/${id}?from=${at}`;
  return {
    id,
    count,
    letters: await listSelection(db, { id, from, limit: PART }),
    from,
    before: from > 0 ? part(Math.max(0, from - PART)) : null,
    after: from + PART < count ? part(from + PART) : null,
    now: clock.now(),
  };
}

async function requireSet({ db }: Desk, id: unknown): Promise<StoredSelection> {
  const set = typeof id === 'string' ? await findSelection(db, id) : null;
  if (!set) throw noSuchSet();
  return set;
}

function noSuchSet(): PageError {
  return new PageError(404, 'These were chosen more than a day ago, or never: choose them anew.');
}
