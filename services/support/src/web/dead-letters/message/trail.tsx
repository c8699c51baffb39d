import { detailText } from '@hub/desk/audit';
import { describeAction } from '@hub/desk/engine';
import type { ShownDeadLetter } from '@hub/desk/messages';
import { SubjectLink } from '../../audit/subject-link';
import { Time } from '../../layout/time';

/** Support's actions on it. */
export function Trail({ failedMessage: { actions } }: { failedMessage: ShownDeadLetter }) {
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">What support did with it</h2>
      {actions.length === 0 ? (
        <p class="soft">Nothing yet.</p>
      ) : (
        <ul class="items">
          {actions.map(({ at, actor, action, subject, detail }) => (
            <li>
              <span>
                {actor}: {describeAction(action)} {detailText(detail)}{' '}
                {subject.startsWith('bulk_run:') && <SubjectLink subject={subject} />}
              </span>
              <small>
                <Time at={at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
