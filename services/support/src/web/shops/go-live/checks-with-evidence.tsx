import type { RehearsalView } from '@hub/go-live';
import { Json } from '../../layout/json';
import { State } from '../../layout/state';
import { Time } from '../../layout/time';
import { Fault } from './fault';
import { RESULTS } from './go-live-labels';

interface Props {
  rehearsal: RehearsalView;
  /** The address of the rehearsal's page. */
  href: string;
}

/** Every check of a rehearsal with its result; for the requested ones, everything that was sent and answered. */
export function ChecksWithEvidence({ rehearsal, href }: Props) {
  return (
    <>
      <p>
        <Time at={new Date(rehearsal.began)} /> to <Time at={new Date(rehearsal.ended)} />, {rehearsal.runner}
        , the store at {rehearsal.store_api_root}.
        {rehearsal.run_code !== null && <> Its sales carried the code {rehearsal.run_code}.</>} Personal data
        is masked.
      </p>
      {rehearsal.clean_up.map((entry) => 'note' in entry && <p class="warning">At its end: {entry.note}.</p>)}
      <ul>
        {rehearsal.checks.map(({ id, rule, result, evidence, fault, reason }) => (
          <li id={id}>
            <State {...RESULTS[result]} /> <strong>{id}</strong> {rule}{' '}
            {evidence === null && <a href={`${href}?check=${encodeURIComponent(id)}#${id}`}>evidence</a>}
            <Fault result={result} seen={fault?.seen ?? reason} correct={fault?.correct ?? null} />
            {evidence && (
              <details>
                <summary>What was sent and answered</summary>
                <Json value={evidence} label={`Evidence of ${id}`} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {rehearsal.clean_up.length > 0 && (
        <details>
          <summary>What was taken back at its end</summary>
          <Json value={rehearsal.clean_up} label="Taken back" />
        </details>
      )}
    </>
  );
}
