import {
  findSelection,
  forecastSelection,
  listSelection,
  selectionProgress,
  type DeadLetterAction,
  type StoredSelection,
} from '@hub/desk/messages';
import { failedMessagesStillAtRisk } from '@hub/desk/problems';
import { listRunsOfSelection, runList, startBulkRun, type StartedRun } from '@hub/desk/messages/runs';
import type { ActionEnd } from '@hub/desk/engine';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import type { Notice } from '../../access/browser-state';
import { addNotice, viewerOf } from '../../access/session';
import { actingOf, chosenOf, noticeOf } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { ACTION_NAMES, ACTIONS, refusalText } from '../action-labels';
import { TRIED_FIRST } from './bulk';
import { ChosenEffects } from './effects';
import { Progress } from './progress';
import { SetFailedMessages, type SetFailedMessagesProps } from './set-messages';
import { SetPage, type SetPageProps } from './set-page';

const PART = 50;
const Pace = z.object({
  first: z.literal('yes').optional(),
  per_minute: z.preprocess(
    (text) => (text === '' ? undefined : text),
    z.coerce.number().int().min(1).max(1_000_000).optional(),
  ),
});
const From = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** A frozen set: its page, the actions on it, and their results. */
export function addSetRoutes(router: Router, desk: Desk): void {
  router.get('/sets/:id', async (request, response) => {
    sendPage(request, response, {
      title: 'Failed messages chosen together',
      section: 'dead-letters',
      content: <SetPage {...await setOf(desk, request)} />,
    });
  });
  router.get('/sets/:id/progress', async (request, response) => {
    const { id } = request.params;
    const progress = await selectionProgress(desk.db, id);
    if (!progress) throw noSuchSet();
    sendPage(request, response, {
      title: 'Status',
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
      title: 'Messages',
      section: 'dead-letters',
      content: (
        <>
          <h1>
            <a href={`/dead-letters/sets/${set.id}`}>Failed messages chosen together</a>
          </h1>
          <SetFailedMessages {...await messagesOf(desk, request, set)} />
        </>
      ),
    });
  });
  for (const action of ACTION_NAMES)
    router.post(`/sets/:id/${action}`, requireRole('agent'), async (request, response) => {
      const set = await requireSet(desk, request.params['id']);
      const end = await start(desk, request, { set, action });
      if (end.kind !== 'done') {
        addNotice(request, noticeOf(end));
        return response.redirect(303, `/dead-letters/sets/${set.id}`);
      }
      const run = end.answer;
      for (const notice of noticesOf(action, run)) addNotice(request, notice);
      response.redirect(303, run.left > 0 ? `${runList.path}/${run.id}` : `/dead-letters/sets/${set.id}`);
    });
}

async function start(
  desk: Desk,
  request: Request,
  { set, action }: { set: StoredSelection; action: DeadLetterAction },
): Promise<ActionEnd<StartedRun>> {
  const pace = Pace.safeParse(request.body ?? {});
  if (!pace.success) throw new PageError(400, 'The limit is a whole number of messages a minute.');
  const effects = ChosenEffects.safeParse(request.body ?? {});
  if (!effects.success) throw new PageError(400, 'Tick one effect at least, of those on the form.');
  return startBulkRun.act(actingOf(desk, request), {
    ...chosenOf(request, ['note']),
    set: set.id,
    action,
    first_many: pace.data.first === undefined ? undefined : TRIED_FIRST,
    per_minute: pace.data.per_minute,
    effects: action === 'replay' ? effects.data : undefined,
  });
}

function noticesOf(action: DeadLetterAction, run: StartedRun): Notice[] {
  const words = ACTIONS[action];
  return [
    // A run that goes on has a page of its own, which says how far it is.
    ...(run.done > 0 && run.left === 0 ? [{ kind: words.kind, text: words.done(run.done) }] : []),
    ...run.refused.map(({ why, count: refused }) => ({
      kind: 'refused' as const,
      text: `${refused} ${words.not}: ${refusalText(why, refused)}.`,
    })),
  ];
}

async function setOf(desk: Desk, request: Request): Promise<SetPageProps> {
  const set = await requireSet(desk, request.params['id']);
  const [progress, failedMessages, runs] = await Promise.all([
    selectionProgress(desk.db, set.id),
    messagesOf(desk, request, set),
    listRunsOfSelection(desk.db, set.id),
  ]);
  if (!progress) throw noSuchSet();
  const forecast = progress.open > 0 ? await forecastSelection(desk.db, set.id, desk) : null;
  const asked = { selectionId: set.id, now: desk.clock.now() };
  const risks = progress.open > 0 ? await failedMessagesStillAtRisk(desk.db, asked) : [];
  return { set, progress, forecast, risks, failedMessages, runs, viewer: viewerOf(request) };
}

async function messagesOf(
  { db, clock }: Desk,
  request: Request,
  { id, count }: StoredSelection,
): Promise<SetFailedMessagesProps> {
  const read = From.safeParse(request.query['from']);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  const from = read.data;
  const part = (at: number) => `/dead-letters/sets/${id}?from=${at}`;
  return {
    id,
    count,
    failedMessages: await listSelection(db, { id, from, limit: PART }),
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
  return new PageError(404, 'These were chosen more than a day ago, or never: select them again.');
}
