import type { ListedRun } from '@hub/support-desk';
import { Live } from '../../layout/live';
import { Scroll } from '../../layout/scroll';
import { Time } from '../../layout/time';
import { runTitle } from './run-labels';
import { RunProgress } from './run-progress';

export interface RunsPageProps {
  runs: readonly ListedRun[];
  /** Of this part of the list. */
  href: string;
  /** Where the list goes on; null: it ends here. */
  older: string | null;
}

/** Every bulk run: who started it, why, how far it has come. */
export function RunsPage({ runs, href, older }: RunsPageProps) {
  return (
    <>
      <p>
        <a href="/dead-letters">Failed messages</a>
      </p>
      <h1>Bulk runs</h1>
      <p class="soft">Every action on many failed messages at once. Runs are kept for 90 days.</p>
      <Live id="runs" href={href}>
        {runs.length === 0 ? <p>None yet.</p> : <RunsTable runs={runs} />}
      </Live>
      {older && (
        <p class="actions">
          <a class="button quiet" href={older} rel="next">
            Older
          </a>
        </p>
      )}
    </>
  );
}

/** Bulk runs in a table. */
export function RunsTable({ runs }: { runs: readonly ListedRun[] }) {
  return (
    <Scroll label="Bulk runs">
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Progress</th>
            <th scope="col">Started</th>
            <th scope="col">By</th>
            <th scope="col">Messages</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr>
              <th scope="row">
                <a href={`/dead-letters/runs/${run.id}`}>{runTitle(run)}</a>
              </th>
              <td>
                <RunProgress run={run} />
              </td>
              <td>
                <Time at={run.startedAt} />
              </td>
              <td>{run.startedBy}</td>
              <td>{run.filter}</td>
              <td>{run.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
