import { actorOfVisit, Said, type Visit } from '@hub/desk/door';
import type { Action } from '@hub/desk/engine';
import type { VNode } from 'preact';
import { z } from 'zod';
import { QuestionPage, type Place, type Sent } from '../web/actions/question-page';
import { PageError } from '../web/layout/page-error';
import type { Door } from './door';
import { InputFault } from './input-fault';
import type { Section } from './layout/sections';

/** The context of a route: the door, its visitor, and the moment (ms since the epoch). */
export interface AtDoor {
  door: Door;
  visit: Visit;
  now: number;
}

interface Described<I extends z.ZodObject, A extends z.ZodObject> {
  /** Its name in the JSON's description. */
  id: string;
  /** Of the page; the JSON is at the same path below `/api`. */
  path: string;
  summary: string;
  section: Section;
  /** Parameters of the path, the query and the body together. */
  input: I;
  /** The answer and nothing else: other data from the reader is left out. */
  answer: A;
}

interface Look<I extends z.ZodObject, A extends z.ZodObject> extends Described<I, A> {
  /** Null: the shop has nothing of that name. */
  read: (at: AtDoor, input: z.output<I>) => Promise<z.input<A> | null>;
  title: string;
  /** Addresses of images that the page shows, all of the shop itself. */
  images?: (view: z.output<A>) => readonly (string | null)[];
  page: (props: { view: z.output<A>; at: AtDoor; asked: z.output<I> }) => VNode | DoorFile;
}

/** `says`: what was done, for people. */
export type Acted<A> =
  | { kind: 'done'; answer: A; says?: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' };

interface Act<I extends z.ZodObject, A extends z.ZodObject> extends Described<I, A> {
  do: (at: AtDoor, input: z.output<I>) => Promise<Acted<z.input<A>>>;
  /**
   * The question for a person, with what will happen; null: none. A program is not asked.
   * @param given all that was sent, such as the answers of the question itself
   */
  asks?: (at: AtDoor, input: z.output<I>, given: object) => Promise<VNode | null>;
  /** Where a person is sent next, and the message there, unless `do` says it. `isBad`: it says that something failed. */
  after?: (input: z.output<I>, view: z.output<A>) => { next: string; says?: string; isBad?: boolean };
  /** Shown once, immediately, instead. */
  page?: (props: { view: z.output<A>; at: AtDoor }) => VNode;
  title: string;
  /** For people only: no program may do it with a token. */
  peopleOnly?: boolean;
}

/** A file for a person instead of a page. */
export interface DoorFile {
  /** With its extension. */
  fileName: string;
  csv: string;
}

/** What a person sees. */
export type Shown =
  | { kind: 'page'; title: string; content: VNode; images?: readonly (string | null)[] }
  | ({ kind: 'file' } & DoorFile)
  | { kind: 'goes_on'; next: string; says: string; isBad?: boolean };

/** One resource of the door: as a page, and as JSON. */
export interface DoorRoute {
  kind: 'look' | 'act';
  id: string;
  path: string;
  summary: string;
  section: Section;
  input: z.ZodObject;
  answer: z.ZodObject;
  peopleOnly: boolean;
  /** Whether a person is asked first. */
  isAsked: boolean;
  asJson(at: AtDoor, given: object): Promise<object>;
  asPage(at: AtDoor, given: object): Promise<Shown>;
}

/** A read route: it changes nothing. */
export function look<I extends z.ZodObject, A extends z.ZodObject>(route: Look<I, A>): DoorRoute {
  const { page, title, read, images, ...described } = route;
  const view = async (at: AtDoor, asked: z.output<I>): Promise<z.output<A>> => {
    const found = await read(at, asked);
    if (found === null) throw new PageError(404, NOTHING);
    return route.answer.parse(found);
  };
  return {
    kind: 'look',
    peopleOnly: false,
    isAsked: false,
    ...described,
    asJson: async (at, given) => view(at, inputOf(route.input, given)),
    asPage: async (at, given) => {
      const asked = inputOf(route.input, given);
      const seen = await view(at, asked);
      const shown = page({ view: seen, at, asked });
      if ('csv' in shown) return { kind: 'file', ...shown };
      return { kind: 'page', title, content: shown, images: images?.(seen) ?? [] };
    },
  };
}

/** An action route: recorded, and never more than the shop may do (D35). */
export function act<I extends z.ZodObject, A extends z.ZodObject>(route: Act<I, A>): DoorRoute {
  const { page: Page, title, asks, after, do: doIt, peopleOnly = false, ...described } = route;
  const done = async (at: AtDoor, input: z.output<I>): Promise<{ view: z.output<A>; says: string }> => {
    const end = await doIt(at, input);
    if (end.kind === 'unknown') throw new PageError(404, NOTHING);
    if (end.kind === 'refused') throw new PageError(409, `Not done: ${end.reason}.`);
    return { view: route.answer.parse(end.answer), says: end.says ?? 'Done.' };
  };
  return {
    kind: 'act',
    peopleOnly,
    isAsked: asks !== undefined,
    ...described,
    asJson: async (at, given) => (await done(at, inputOf(route.input, given))).view,
    asPage: async (at, given) => {
      const input = inputOf(route.input, given);
      const question = await asks?.(at, input, given);
      if (question) return { kind: 'page', title, content: question };
      const { view, says } = await done(at, input);
      if (Page) return { kind: 'page', title, content: <Page view={view} at={at} /> };
      return { kind: 'goes_on', says, ...(after?.(input, view) ?? { next: '/' }) };
    },
  };
}

/** How a person is asked before an action. */
interface Asked<I> {
  /** The page to go back to. */
  back: (input: I) => Place;
  /** A field that a person must answer, though a program need not. */
  needs?: keyof I;
  /** Whether it is asked; unless given, it is. */
  unless?: (input: I) => boolean;
}

interface ActOfAction<I extends z.ZodObject, R> extends Omit<Described<I, z.ZodObject>, 'answer'> {
  action: Action<R, Door>;
  /** None: a person is not asked. */
  asked?: Asked<z.output<I>>;
  /** The action's input; unless given, the route's is. */
  into?: (input: z.output<I>) => object;
  title: string;
  /** For people only: no program may do it with a token. */
  peopleOnly?: boolean;
  /** Where a person is sent next. */
  next: (input: z.output<I>) => string;
}

/** A route of an action that a shop may do too: the rule is the action's, and what was done is a sentence. */
export function actOf<I extends z.ZodObject, R>(route: ActOfAction<I, R>): DoorRoute {
  const { action, into = (input) => input, next, asked, ...described } = route;
  return act({
    ...described,
    answer: Said,
    ...(asked && { asks: questionOf(action, asked, into) }),
    do: async (at, input) => {
      const end = await carryOut(at, action, into(input));
      return end.kind === 'done' ? { kind: 'done', says: end.says, answer: { done: end.says } } : end;
    },
    after: (input) => ({ next: next(input) }),
  });
}

/**
 * The question of an action, as a page: asked until its form says that it was seen.
 * @param into the action's input; unless given, the route's is
 */
export function questionOf<I extends object>(
  action: Action<unknown, Door>,
  { back, needs, unless }: Asked<I>,
  into: (input: I) => object = (input) => input,
) {
  return async (at: AtDoor, input: I, given: object): Promise<VNode | null> => {
    if (unless?.(input) || ('seen' in given && (needs === undefined || input[needs]))) return null;
    const question = await action.ask(actingAt(at), into(input));
    if (question === null) return null;
    const asked = new Set((question.asks ?? []).map(({ name }) => name));
    const hidden = { ...fieldsOf(input, asked), seen: 'yes' };
    return <QuestionPage place={back(input)} question={question} note="none" hidden={hidden} />;
  };
}

/** What a form sends on, without what the question asks itself. */
function fieldsOf(input: object, asked: ReadonlySet<string>): Sent {
  const entries = Object.entries(input).flatMap(([name, value]) => {
    const sent = Texts.safeParse(value).data;
    return sent === undefined || asked.has(name) ? [] : [[name, sent] as const];
  });
  return Object.fromEntries(entries);
}
const Texts = z.union([z.string(), z.array(z.string())]);

/** The shop's people, as those who act now. */
export function actingAt({ door, visit, now }: AtDoor) {
  const { shopId: id, shop: slug } = visit.contact;
  const { delivery } = visit;
  return { ...door, role: 'shop', shop: { id, slug, delivery }, actor: actorOfVisit(visit), now } as const;
}

/** Carries an action out for the shop's people. Throws `InputFault`, naming the field. */
export async function carryOut<R>(
  at: AtDoor,
  action: Action<R, Door>,
  given: object,
): Promise<{ kind: 'done'; says: string; answer: R } | Exclude<Acted<never>, { kind: 'done' }>> {
  const end = await action.act(actingAt(at), given);
  if (end.kind === 'invalid') throw new InputFault(end.field ?? '');
  if (end.kind === 'forbidden') throw new PageError(403, `${end.says}.`);
  if (end.kind === 'refused') return { kind: 'refused', reason: end.why ?? end.says };
  return end.kind === 'done' ? end : { kind: 'unknown' };
}

/** The same text whether another shop has it or none: it does not reveal what exists. */
const NOTHING = 'There is nothing of this name.';

function inputOf<I extends z.ZodObject>(schema: I, given: object): z.output<I> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new InputFault(read.error.issues[0]?.path.join('.') ?? '');
}
