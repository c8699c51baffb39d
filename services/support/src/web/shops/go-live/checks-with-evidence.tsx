import { counted } from '@hub/desk/words';
import type { RehearsalView } from '@hub/desk/golive';
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

type Check = RehearsalView['checks'][number];

/** Every check of a rehearsal, failed ones first and passed ones folded; for the requested ones, everything that was sent and answered. */
export function ChecksWithEvidence({ rehearsal, href }: Props) {
  const ofResult = (result: Check['result']) => rehearsal.checks.filter((check) => check.result === result);
  const [failed, notPlayed, passed] = [ofResult('failed'), ofResult('not_run'), ofResult('passed')];
  return (
    <>
      <p>
        <Time at={new Date(rehearsal.began)} /> to <Time at={new Date(rehearsal.ended)} />, {rehearsal.runner}
        , the store at {rehearsal.store_api_root}.
        {rehearsal.run_code !== null && <> Its sales carried the code {rehearsal.run_code}.</>} Personal data
        is masked.
      </p>
      {rehearsal.clean_up.map((entry) => 'note' in entry && <p class="warning">At its end: {entry.note}.</p>)}
      <p>
        <strong>{countsText(rehearsal.checks)}</strong>
      </p>
      <Checks checks={failed} href={href} />
      {notPlayed.length > 0 && (
        <>
          <h2>Not played</h2>
          <Checks checks={notPlayed} href={href} />
        </>
      )}
      {passed.length > 0 && (
        <details open={passed.some(({ evidence }) => evidence !== null)}>
          <summary>{counted(passed.length, 'check')} passed</summary>
          <Checks checks={passed} href={href} />
        </details>
      )}
      {rehearsal.clean_up.length > 0 && (
        <details>
          <summary>What was taken back at its end</summary>
          <Json value={rehearsal.clean_up} label="Taken back" />
        </details>
      )}
    </>
  );
}

function Checks({ checks, href }: { checks: readonly Check[]; href: string }) {
  if (checks.length === 0) return null;
  return (
    <ul>
      {checks.map(({ id, rule, result, evidence, fault, reason }) => (
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
  );
}

function countsText(checks: readonly Check[]): string {
  const count = (result: Check['result']) => checks.filter((check) => check.result === result).length;
  return `${count('failed')} failed, ${count('not_run')} not played, ${count('passed')} passed.`;
}
