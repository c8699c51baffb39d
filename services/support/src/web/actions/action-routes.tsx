import type { Action, Acting, ActionEnd, Section } from '@hub/desk/engine';
import type { Request, Router } from 'express';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { QuestionPage, type Place } from './question-page';

/** An action at an address of the desk. */
export interface ActionAddress {
  path: string;
  action: Action<unknown, Desk>;
  section: Section;
  /** What the address names, as the action's input, and the page to go back to. Throws `PageError` if there is no such thing. */
  find: (desk: Desk, request: Request) => Promise<{ input: object; place: Place }>;
  /** Where a person goes then; unless given, to the place. */
  after?: (end: ActionEnd<unknown>, href: string, request: Request) => string;
  /** The page that a person goes to shows by the record how it ends: nothing is said that may be untrue a second later. */
  showsEnd?: true;
}

const NOTHING = 'There is nothing of this name.';

/** An action on the desk: GET asks and says what will happen, if it is asked first; POST does it and shows the result where one came from. */
export function addActionRoutes(router: Router, desk: Desk, address: ActionAddress): void {
  const { path, action, section, find, after = (_end, href) => href, showsEnd } = address;
  const allowed = requireRole(action.role);
  if (action.isAsked)
    router.get(path, allowed, async (request, response) => {
      const { input, place } = await find(desk, request);
      const question = await action.ask({ ...desk, ...actingOf(desk, request) }, input);
      if (!question) throw new PageError(404, NOTHING);
      const page = (
        <QuestionPage place={place} question={question} note={action.note} action={request.originalUrl} />
      );
      sendPage(request, response, { title: question.title, section, content: page });
    });
  router.post(path, allowed, async (request, response) => {
    const { input, place } = await find(desk, request);
    const given = { ...input, ...chosenOf(request, action.fields) };
    const end = await action.act({ ...desk, ...actingOf(desk, request) }, given);
    const notice = noticeOf(end);
    if (!showsEnd || end.kind !== 'done') tell(request, notice);
    response.redirect(303, after(end, place.href, request));
  });
}

/** The signed-in person, as one who acts now. */
export function actingOf({ db, clock }: Desk, request: Request): Acting {
  const viewer = viewerOf(request);
  return { db, actor: actorOf(viewer), role: viewer.role, now: clock.now() };
}

/** What the form says of what a person chooses. */
export function chosenOf(request: Request, names: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = request.body ?? {};
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}

/** What is said of the end of an action. Throws `PageError`, if there is no such thing, or the person may not. */
export function noticeOf(end: ActionEnd<unknown>) {
  if (end.kind === 'unknown') throw new PageError(404, NOTHING);
  if (end.kind === 'forbidden') throw new PageError(403, `${end.says}.`);
  if (end.kind === 'done') {
    const { says: text, undo } = end;
    return { kind: end.begins ? 'begun' : 'done', text, ...(undo && { undo }) } as const;
  }
  return { kind: 'refused', text: end.kind === 'invalid' ? sentence(end.says) : end.says } as const;
}

const sentence = (says: string): string => `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
