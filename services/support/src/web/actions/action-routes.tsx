import type { Action, Acting, ActionEnd, Fault, Section } from '@hub/desk/engine';
import type { Request, Response, Router } from 'express';
import type { VNode } from 'preact';
import { requireRole } from '../access/require-role';
import { addNotice, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { Faults } from './faults';
import { QuestionPage, type Place, type Sent, type Written } from './question-page';

/** An action at an address of the desk. */
export interface ActionAddress {
  path: string;
  action: Action<unknown, Desk>;
  section: Section;
  /** What the address names, as the action's input, and the page to go back to. Throws `PageError` if there is no such thing. */
  find: (desk: Desk, request: Request) => Promise<Found>;
  /** The input is too large for an address: a page shows a form, POST asks if `sends` is found, until the form says that it was seen. */
  byPost?: { again?: (request: Request) => VNode };
  /** Where a person goes then; unless given, to the place. */
  after?: (end: ActionEnd<unknown>, href: string, request: Request) => string;
  /** The page that a person goes to shows by the record how it ends: nothing is said that may be untrue a second later. */
  showsEnd?: true;
}

interface Found {
  input: object;
  place: Place;
  /** What the form of the question sends; none: it is done at once. */
  sends?: Sent;
  /** What a person wrote before, to be shown again. */
  written?: Written;
}

const NOTHING = 'There is nothing of this name.';

/** An action on the desk: GET asks and says what will happen, if it is asked first; POST does it and shows the result where one came from. */
export function addActionRoutes(router: Router, desk: Desk, address: ActionAddress): void {
  const { path, action, section, find, byPost, after = (_end, href) => href, showsEnd } = address;
  const allowed = requireRole(action.role);
  const asked = async (request: Request, { input, place, sends, written }: Found) => {
    const question = await action.ask({ ...desk, ...actingOf(desk, request) }, input);
    if (!question) throw new PageError(404, NOTHING);
    const hidden = sends && { ...sends, seen: 'yes' };
    const form = { action: request.originalUrl, note: action.note, hidden, written };
    return { question, content: <QuestionPage {...{ place, question }} {...form} /> };
  };
  const faulty = (request: Request, response: Response, { title, faults }: Faulty) => {
    const content = (
      <>
        <h1>{title}</h1>
        <Faults faults={faults} />
        {byPost?.again?.(request)}
      </>
    );
    sendPage(request, response, { title, section, status: 400, content });
  };
  if (action.isAsked && !byPost)
    router.get(path, allowed, async (request, response) => {
      const { question, content } = await asked(request, await find(desk, request));
      sendPage(request, response, { title: question.title, section, content });
    });
  router.post(path, allowed, async (request, response) => {
    const found = await find(desk, request);
    const { input, place, sends } = found;
    if (sends && request.body?.seen !== 'yes') {
      const { question, content } = await asked(request, found);
      const { title, faults } = question;
      if (faults) faulty(request, response, { title, faults });
      else sendPage(request, response, { title, section, content });
      return;
    }
    const given = { ...chosenOf(request, action.fields), ...input };
    const end = await action.act({ ...desk, ...actingOf(desk, request) }, given);
    if (byPost?.again && end.kind === 'invalid' && end.faults) {
      faulty(request, response, { title: place.name, faults: end.faults });
      return;
    }
    const notice = noticeOf(end);
    if (!showsEnd || end.kind !== 'done') addNotice(request, notice);
    response.redirect(303, after(end, place.href, request));
  });
}

interface Faulty {
  title: string;
  faults: readonly Fault[];
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
