import { actOnCase, CASE_REFUSAL_LABELS, type CaseAction, CASES } from '@hub/support-desk';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { readNote } from '../layout/read-note';
import { FilledText, OptionalText } from '../layout/texts';

const To = z.object({ to: FilledText(200) });
const Text = z.object({ note: OptionalText(2_000) });
const Until = z.object({ until: z.iso.datetime().transform((text) => new Date(text)) });
const Url = z.object({
  url: OptionalText(500).transform((text) => text || null),
});

/** The action of each form, by the end of its address. Throws `PageError` if it cannot be read. */
const ACTIONS: Readonly<Record<string, (request: Request) => CaseAction>> = {
  take: () => ({ kind: 'take' }),
  release: () => ({ kind: 'release' }),
  wake: () => ({ kind: 'wake' }),
  'hand-over': (request) => ({
    kind: 'hand_over',
    note: readNote(request),
    ...read(To, request, 'It is not said to whom.'),
  }),
  note: (request) => ({
    kind: 'note',
    text: read(Text, request, 'A note is text of at most 2 000 characters.').note,
  }),
  snooze: (request) => ({
    kind: 'snooze',
    note: readNote(request),
    ...read(Until, request, 'It is not said until when.'),
  }),
  link: (request) => ({ kind: 'link', ...read(Url, request, 'An address has at most 500 characters.') }),
};

const DONE: Record<CaseAction['kind'], string> = {
  take: 'It is yours.',
  hand_over: 'It is handed over.',
  release: 'No one has it now.',
  note: 'The note is in its history.',
  snooze: 'It is snoozed.',
  wake: 'It is open again.',
  link: 'Its ticket is changed.',
  close: 'It is closed.',
};

/** Taking a case, handing it over, giving it back, notes, snoozing, its ticket. */
export function addActRoutes(router: Router, desk: Desk): void {
  for (const [name, readAction] of Object.entries(ACTIONS))
    router.post(`/:id/${name}`, requireRole('agent'), (request, response) =>
      carryOut(desk, { request, response, action: readAction(request) }),
    );
}

/** Carries the action out, reports the result, and returns to the case. */
export async function carryOut(
  desk: Desk,
  { request, response, action }: { request: Request; response: Response; action: CaseAction },
): Promise<void> {
  const id = String(request.params['id']);
  const actor = actorOf(viewerOf(request));
  const end = await actOnCase(desk.db, { id, action, actor, now: desk.clock.now() });
  const refused = end.kind === 'refused' ? end.why : null;
  if (refused === 'unknown') throw new PageError(404, 'There is no such case, or it is not kept any more.');
  if (refused === 'still_unwell') return response.redirect(303, `${CASES}/${id}/close`);
  tell(
    request,
    refused === null
      ? { kind: 'done', text: DONE[action.kind] }
      : { kind: 'refused', text: `Nothing is changed: ${CASE_REFUSAL_LABELS[refused]}.` },
  );
  response.redirect(303, `${CASES}/${id}`);
}

function read<Output>(form: z.ZodType<Output>, request: Request, otherwise: string): Output {
  const found = form.safeParse(request.body ?? {});
  if (!found.success) throw new PageError(400, otherwise);
  return found.data;
}
