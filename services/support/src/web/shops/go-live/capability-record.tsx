import { counted } from '@hub/desk/words';
import type { CapabilityGoLive, Confirmation } from '@hub/shops';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { State } from '../../layout/state';
import { Time } from '../../layout/time';
import { CAPABILITIES } from '../capability-labels';
import { Fault } from './fault';
import { goLiveText, RESULTS } from './go-live-labels';

interface Props {
  /** Slug. */
  shop: string;
  one: CapabilityGoLive;
  viewer: Viewer;
}

/** One capability on its way to live: its latest rehearsal, its confirmations, what is missing. */
export function CapabilityRecord({ shop, one, viewer }: Props) {
  const { capability, rehearsal, missing, flags, liveBeforeRecords } = one;
  const name = CAPABILITIES.find((entry) => entry.capability === capability)?.name ?? capability;
  return (
    <section class="panel" aria-labelledby={capability}>
      <h2 id={capability}>
        {name} <State {...goLiveText(one)} />
      </h2>
      {liveBeforeRecords && (
        <p>
          Live before records began, <Time at={liveBeforeRecords} />.
        </p>
      )}
      {flags.map((flag) => (
        <p class="warning">It {flag}.</p>
      ))}
      {missing.length > 0 && (
        <>
          <h3>Missing for live</h3>
          <ul>
            {missing.map((what) => (
              <li>{what}</li>
            ))}
          </ul>
        </>
      )}
      {rehearsal && (
        <>
          <p>
            Rehearsed <Time at={rehearsal.at} /> by {rehearsal.by}, {rehearsal.runner}.{' '}
            <a href={`/shops/${shop}/golive/rehearsals/${rehearsal.rehearsalId}`}>
              Every check with its evidence
            </a>
          </p>
          <Checks {...{ shop, one, viewer }} />
          <Confirmed side="The store" confirmation={rehearsal.store} />
          <Confirmed side="The operator" confirmation={rehearsal.operator} />
          <ConfirmForm {...{ shop, one, viewer }} />
        </>
      )}
    </section>
  );
}

function Checks({ shop, one: { rehearsal }, viewer }: Props) {
  if (!rehearsal) return null;
  return (
    <details open={rehearsal.open.length > 0}>
      <summary>
        {counted(rehearsal.checks.length, 'check')}, {rehearsal.open.length} open
      </summary>
      <ul>
        {rehearsal.checks.map((check) => (
          <li>
            <State {...RESULTS[check.result]} /> <strong>{check.id}</strong> {check.rule}
            <Fault {...check} />
            {check.overruled && (
              <>
                {' '}
                Overruled by {check.overruled.by}, <Time at={check.overruled.at} />: “{check.overruled.reason}
                ”
              </>
            )}
            {check.result === 'failed' && !check.overruled && may(viewer, 'lead') && (
              <ActionForm
                action={`/shops/${shop}/golive/overrule`}
                label={`Overrule ${check.id}`}
                class="stack"
              >
                <input type="hidden" name="rehearsal" value={rehearsal.rehearsalId} />
                <input type="hidden" name="check" value={check.id} />
                <div class="field">
                  <label for={`reason-${check.id}`}>Why it may pass all the same</label>
                  <input id={`reason-${check.id}`} name="note" maxLength={500} required autocomplete="off" />
                </div>
                <button type="submit">Overrule {check.id}</button>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Confirmed({ side, confirmation }: { side: string; confirmation: Confirmation | null }) {
  if (confirmation === null) return <p>{side} has not confirmed it.</p>;
  const { name, words, link, at } = confirmation;
  return (
    <p>
      {side}: {name}, <Time at={at} />
      {link && `, by a link that was ${link}`}: “{words}”
    </p>
  );
}

function ConfirmForm({ shop, one: { capability, rehearsal }, viewer }: Props) {
  if (!rehearsal || rehearsal.operator || rehearsal.open.length > 0 || rehearsal.violations.length > 0)
    return null;
  if (!may(viewer, 'agent')) return null;
  return (
    <ActionForm action={`/shops/${shop}/golive/confirm`} label={`Confirm ${capability}`} class="stack">
      <input type="hidden" name="capability" value={capability} />
      <input type="hidden" name="rehearsal" value={rehearsal.rehearsalId} />
      <div class="field">
        <label for={`words-${capability}`}>What you confirm for the operator, in your words</label>
        <input id={`words-${capability}`} name="words" maxLength={500} required autocomplete="off" />
      </div>
      <button type="submit">Confirm {capability}</button>
    </ActionForm>
  );
}
