import { deedOf, type AuditEntry } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';
import { Time } from '../layout/time';
import { detailWords } from './audit-words';
import { SubjectLink } from './subject-link';

export interface AuditFilter {
  subject?: string | undefined;
  actor?: string | undefined;
}

export interface AuditPageProps {
  filter: AuditFilter;
  entries: readonly AuditEntry[];
  /** Whether this is a later page. */
  paged: boolean;
  /** Where the list goes on; null: it ends here. */
  older: string | null;
}

/** Who did what, and looked at what, and when. Nobody can change or delete any of it. */
export function AuditPage({ filter, entries, paged, older }: AuditPageProps) {
  return (
    <>
      <h1>Audit</h1>
      <p class="soft">
        Every action at this desk and at the command line, and every look at personal data. Nobody can change
        or delete any of it.
      </p>
      <FilterForm filter={filter} />
      {paged && (
        <p>
          <a href={auditAddress(filter)}>Back to the newest</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p class="panel" role="status">
          <strong>Nothing was done</strong> that fits.
        </p>
      ) : (
        <Entries entries={entries} />
      )}
      {older && (
        <p>
          <a class="button quiet" href={older} rel="next">
            Older
          </a>
        </p>
      )}
    </>
  );
}

/** Pure. @param more beside the filter */
export function auditAddress(filter: AuditFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...more }))
    if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text === '' ? '/audit' : `/audit?${text}`;
}

function FilterForm({ filter: { subject, actor } }: { filter: AuditFilter }) {
  return (
    <form class="filters panel" action="/audit" role="search" aria-label="Audit">
      <div>
        <label for="actor">Who, such as agent:ada</label>
        <input id="actor" name="actor" type="search" value={actor} maxLength={255} />
      </div>
      <div>
        <label for="subject">To what, such as shop:nordic</label>
        <input id="subject" name="subject" type="search" value={subject} maxLength={255} />
      </div>
      <div class="actions">
        <button type="submit">Filter</button>
        <a href="/audit">Clear</a>
      </div>
    </form>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Scroll label="What was done">
      <table>
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">To what</th>
            <th scope="col">Beside</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, actor, action, subject, detail }) => (
            <tr>
              <th scope="row">
                <Time at={at} />
              </th>
              <td>
                <a href={auditAddress({ actor })}>{actor}</a>
              </td>
              <td>{deedOf(action)}</td>
              <td>
                <SubjectLink subject={subject} />
              </td>
              <td>{detailWords(detail)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
