import { counted } from '@hub/desk/words';
import { type CaseEntry, CASES, entryLabel, nameOfActor, type ShownCase } from '@hub/desk/cases';
import { z } from 'zod';
import { ActionForm } from '../layout/action-form';
import { Live } from '../layout/live';
import { Time } from '../layout/time';

const Detail = z.object({
  to: z.string().optional(),
  from: z.string().optional(),
  until: z.iso.datetime().optional(),
  more: z.int().optional(),
  ticket: z.string().nullish(),
  still_in_difficulty: z.int().optional(),
});

/** Notes and all other changes of a case, the newest first. */
export function CaseHistory({
  shown: { case: one, entries },
  mayNote,
}: {
  shown: ShownCase;
  mayNote: boolean;
}) {
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">Notes and history</h2>
      {mayNote && (
        <ActionForm action={`${CASES}/${one.id}/note`} class="panel" label="Write a note">
          <div class="field">
            <label for="case-note">Note; @name calls a colleague (no names of customers, no addresses)</label>
            <textarea id="case-note" name="note" maxLength={2_000} rows={3} required />
          </div>
          <div class="actions">
            <button type="submit">Add the note</button>
          </div>
        </ActionForm>
      )}
      <Live id="history" href={`${CASES}/${one.id}`}>
        <ul class="items">
          {entries.map((entry) => (
            <li>
              <Entry entry={entry} />
              <small>
                <Time at={entry.at} />
              </small>
            </li>
          ))}
        </ul>
      </Live>
    </section>
  );
}

function Entry({ entry: { kind, actor, text, detail } }: { entry: CaseEntry }) {
  const { to, from, until, more, still_in_difficulty: unwell = 0 } = Detail.parse(detail);
  return (
    <span>
      {actor === null ? entryLabel(kind) : `${nameOfActor(actor)} ${byPerson(kind)}`}
      {to !== undefined && ` to ${to}`}
      {from !== undefined && `, until then with ${from}`}
      {until !== undefined && (
        <>
          {' '}
          until <Time at={new Date(until)} />
        </>
      )}
      {more !== undefined && ` by ${counted(more, 'item')}`}
      {unwell > 0 && `, ${counted(unwell, 'item')} still affected`}
      {text !== null && <>: “{text}”</>}
    </span>
  );
}

function byPerson(kind: string): string {
  if (kind === 'closed') return 'closed it';
  return kind === 'woken' ? 'ended the snooze' : entryLabel(kind);
}
