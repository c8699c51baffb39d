import { CAPABILITIES } from '@hub/contract';
import type { GoLiveRecord } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { Time } from '../../web/layout/time';

type UnderWay = NonNullable<GoLiveRecord['under_way']>;
type Task = NonNullable<UnderWay['task']>;

/** The running rehearsal with the next task, or the button that begins one. */
export function RehearsalPanel({ underWay }: { underWay: UnderWay | null }) {
  return (
    <section class="panel" aria-labelledby="rehearsal-heading">
      <h2 id="rehearsal-heading">Rehearsal</h2>
      {underWay === null ? <Begin /> : <Running underWay={underWay} />}
    </section>
  );
}

function Begin() {
  return (
    <ActionForm action="/golive/rehearse" label="Rehearse" class="stack">
      <p>
        Your store is called, and this page says what to do in your shop now, step by step. What a rehearsal
        makes at your store it takes back at its end. The results stand below:{' '}
        <a href="/golive">reload them</a>.
      </p>
      <div class="field">
        <label for="capability">What is rehearsed</label>
        <select id="capability" name="capability">
          <option value="all">everything</option>
          {CAPABILITIES.map((capability) => (
            <option value={capability}>{capability}</option>
          ))}
        </select>
      </div>
      <button type="submit">Rehearse now</button>
    </ActionForm>
  );
}

function Running({ underWay }: { underWay: UnderWay }) {
  const { since, by, step, played, checks, ending, code, task } = underWay;
  return (
    <>
      <p>
        Under way since <Time at={new Date(since)} />, begun by {by}: {played} of {checks} checks
        {step && `, now ${step}`}.
      </p>
      {code !== null && (
        <p>
          Code of this rehearsal: <strong>{code}</strong>. Put it into the name, the company or the second
          address line of every order that you sell for it. An order without it is a customer's.
        </p>
      )}
      {ending && <p>It ends now, and takes back what it made at your store.</p>}
      {!ending && task && <Todo task={task} />}
      {!ending && !task && <p>Nothing to do right now: your store is being called.</p>}
      {!ending && (
        <ActionForm action="/golive/rehearse/end" label="End the rehearsal">
          <button type="submit" class="quiet">
            End it with what it has
          </button>
        </ActionForm>
      )}
    </>
  );
}

function Todo({ task: { number, text, expects } }: { task: Task }) {
  return (
    <ActionForm action="/golive/rehearse/answer" label="What to do now" class="stack">
      <input type="hidden" name="task" value={String(number)} />
      <p>
        <strong>Now: {text}</strong>
      </p>
      {expects === 'event' && <p>It goes on by itself as soon as the event of it comes.</p>}
      {(expects === 'number' || expects === 'amount') && (
        <div class="field">
          <label for="figure">{expects === 'number' ? 'The number' : 'The amount'}</label>
          <input id="figure" name="figure" inputMode="decimal" maxLength={20} autocomplete="off" />
        </div>
      )}
      <p class="actions">
        {ANSWERS[expects].map(([answer, label]) => (
          <button type="submit" name="answer" value={answer}>
            {label}
          </button>
        ))}{' '}
        <button type="submit" name="answer" value="skip" class="quiet">
          Skip it
        </button>
      </p>
    </ActionForm>
  );
}

const DONE = [['done', 'It is done']] as const;
const FIGURE = [['figure', 'That many']] as const;
const ANSWERS: Record<Task['expects'], readonly (readonly [answer: string, label: string])[]> = {
  event: DONE,
  done: DONE,
  number: FIGURE,
  amount: [['figure', 'That much']],
  yes_or_no: [
    ['yes', 'Yes'],
    ['no', 'No'],
  ],
};
