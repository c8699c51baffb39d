import { GO_LIVE_LABELS, MODE_LABELS } from '@hub/desk/golive';
import type { CapabilityOfRecord, GoLiveRecord } from '@hub/desk/door';
import { labelOf } from '@hub/desk/words';
import { ActionForm } from '../../web/layout/action-form';
import { Live } from '../../web/layout/live';
import { Time } from '../../web/layout/time';
import { Fault } from '../../web/shops/go-live/fault';
import { RehearsalPanel } from './rehearsal-panel';

/** How far the shop is on its way to live, and who confirmed what. */
export function RecordPage({ record }: { record: GoLiveRecord }) {
  return (
    <>
      <h1>Going live</h1>
      <p>
        This is the environment <strong>{record.environment}</strong>.{' '}
        {record.sign_off && (
          <>
            Signed off by {record.sign_off.name}, <Time at={new Date(record.sign_off.at)} />:{' '}
            {record.sign_off.words}
          </>
        )}
      </p>
      <Live id="rehearsal" href="/golive" seconds={record.under_way ? 3 : 30}>
        <RehearsalPanel underWay={record.under_way} />
      </Live>
      {record.capabilities.map((one) => (
        <CapabilityRecord one={one} />
      ))}
    </>
  );
}

function CapabilityRecord({ one }: { one: CapabilityOfRecord }) {
  const { capability, mode, state, rehearsal, missing, flags } = one;
  const heading = `capability-${capability}`;
  return (
    <section class="panel" aria-labelledby={heading}>
      <h2 id={heading}>{capability}</h2>
      <p>
        {labelOf(GO_LIVE_LABELS, state)}; on the sheet: {labelOf(MODE_LABELS, mode)}
      </p>
      {rehearsal && (
        <>
          <p>
            Rehearsed <Time at={new Date(rehearsal.at)} /> by {rehearsal.runner}: {countsOf(rehearsal)}.
          </p>
          <ul>
            {rehearsal.failed.map(({ id, rule, result, seen, correct }) => (
              <li>
                <code>{id}</code> {rule}
                <Fault result={result} seen={seen} correct={correct} />
              </li>
            ))}
          </ul>
          <p>
            <a href={`/golive/rehearsals/${rehearsal.id}`}>Every check, with what was sent and answered</a>
          </p>
          <Confirmed by="your side" given={rehearsal.store} />
          <Confirmed by="the operator" given={rehearsal.operator} />
          {rehearsal.store === null && rehearsal.failed.length === 0 && (
            <Confirm capability={capability} rehearsalId={rehearsal.id} />
          )}
        </>
      )}
      {missing.length > 0 && <p class="soft">Missing: {missing.join('; ')}</p>}
      {flags.length > 0 && <p class="soft">To look at: {flags.join('; ')}</p>}
    </section>
  );
}

/** A check that was not played says nothing against the store. */
function countsOf({ passed, failed }: NonNullable<CapabilityOfRecord['rehearsal']>): string {
  const notPlayed = failed.filter(({ result }) => result === 'not_run').length;
  return `${passed} checks passed, ${failed.length - notPlayed} failed, ${notPlayed} were not played`;
}

function Confirm({ capability, rehearsalId }: { capability: string; rehearsalId: string }) {
  return (
    <ActionForm action="/golive/confirm" label={`Confirm ${capability}`}>
      <input type="hidden" name="capability" value={capability} />
      <input type="hidden" name="rehearsal_id" value={rehearsalId} />
      <p class="field">
        <label for={`name-${capability}`}>Your name</label>
        <input id={`name-${capability}`} name="name" maxLength={200} autocomplete="name" required />
      </p>
      <p class="field">
        <label for={`words-${capability}`}>What you confirm, in your words</label>
        <textarea id={`words-${capability}`} name="words" maxLength={2000} required />
      </p>
      <button type="submit">Confirm {capability}</button>
    </ActionForm>
  );
}

type Given = NonNullable<CapabilityOfRecord['rehearsal']>['store'];

function Confirmed({ by, given }: { by: string; given: Given }) {
  if (given === null) return <p class="soft">Not confirmed by {by}.</p>;
  return (
    <p>
      Confirmed by {by}: {given.name}, <Time at={new Date(given.at)} />: {given.words}
    </p>
  );
}
