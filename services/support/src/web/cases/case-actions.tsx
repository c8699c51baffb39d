import { CASES, type ListedCase } from '@hub/desk/cases';
import type { ComponentChildren } from 'preact';
import type { Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';

export interface CaseActionsProps {
  one: ListedCase;
  /** The colleagues it can be handed over to. */
  colleagues: readonly string[];
  viewer: Viewer;
  now: number;
}

const HOUR_MS = 3_600_000;
const SNOOZES = [
  ['1', 'an hour'],
  ['4', 'four hours'],
  ['24', 'a day'],
  ['72', 'three days'],
  ['168', 'a week'],
] as const;

/** The actions on a case. */
export function CaseActions({ one, colleagues, viewer, now }: CaseActionsProps) {
  const { owner, state } = one;
  if (state === 'closed')
    return one.closedBy === null || one.mergedInto !== null ? null : (
      <Form one={one} action="reopen" label="Open it again" class="actions">
        <button type="submit" class="quiet">
          Open it again
        </button>
      </Form>
    );
  const others = colleagues.filter((name) => name !== owner);
  return (
    <section aria-labelledby="do-title">
      <h2 id="do-title">Who works on it</h2>
      <p>{owner === null ? 'No one yet.' : owner === viewer.name ? 'You.' : `${owner}.`}</p>
      <div class="actions">
        {owner !== viewer.name && (
          <Form one={one} action="take" label="Take it">
            <button type="submit">{owner === null ? 'Take it' : `Take it over from ${owner}`}</button>
          </Form>
        )}
        {owner !== null && (
          <Form one={one} action="release" label="Give it back">
            <button type="submit" class="quiet">
              Give it back
            </button>
          </Form>
        )}
        {state === 'snoozed' && (
          <Form one={one} action="wake" label="End the snooze">
            <button type="submit" class="quiet">
              End the snooze
            </button>
          </Form>
        )}
      </div>
      <details class="panel" id="more">
        <summary>Hand over, snooze, link to a ticket, or close</summary>
        <div class="pair">
          {others.length > 0 && (
            <Form one={one} action="hand-over" label="Hand it over" class="panel">
              <div class="field">
                <label for="case-to">Hand over to</label>
                <select id="case-to" name="to">
                  {others.map((name) => (
                    <option value={name}>{name}</option>
                  ))}
                </select>
              </div>
              <Note id="hand-over-note" />
              <button type="submit" class="quiet">
                Hand it over
              </button>
            </Form>
          )}
          <Form one={one} action="snooze" label="Snooze it" class="panel">
            <div class="field">
              <label for="case-until">Snooze for</label>
              <select id="case-until" name="until">
                {SNOOZES.map(([hours, name]) => (
                  <option value={new Date(now + Number(hours) * HOUR_MS).toISOString()}>{name}</option>
                ))}
              </select>
            </div>
            <Note id="snooze-note" />
            <button type="submit" class="quiet">
              Snooze it
            </button>
          </Form>
          <Form one={one} action="link" label="Link it to a ticket" class="panel">
            <div class="field">
              <label for="case-ticket">Address of a ticket (leave it empty to remove the link)</label>
              <input
                id="case-ticket"
                name="url"
                type="url"
                placeholder="https://…"
                maxLength={500}
                value={one.ticketUrl ?? ''}
              />
            </div>
            <button type="submit" class="quiet">
              Link it
            </button>
          </Form>
          <Form one={one} action="close" label="Close it" class="panel">
            <p class="soft">A case closes automatically when all its problems are resolved.</p>
            <Note id="close-note" />
            <button type="submit" class="quiet">
              Close it
            </button>
          </Form>
        </div>
      </details>
    </section>
  );
}

function Form(props: {
  one: ListedCase;
  action: string;
  label: string;
  class?: string;
  children: ComponentChildren;
}) {
  const { one, action, children, ...rest } = props;
  return (
    <ActionForm action={`${CASES}/${one.id}/${action}`} {...rest}>
      {children}
    </ActionForm>
  );
}

function Note({ id }: { id: string }) {
  return (
    <div class="field">
      <label for={id}>Note, for the record (no names, no addresses)</label>
      <input id={id} name="note" maxLength={500} autocomplete="off" />
    </div>
  );
}
