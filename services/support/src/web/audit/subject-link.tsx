import { subjectLabel } from '@hub/desk/audit';
import { WithIds } from '../lists/with-ids';

/** The subject of an action, with links to it and to all actions on it. */
export function SubjectLink({ subject }: { subject: string }) {
  const { name, page, trail } = subjectLabel(subject);
  const shown = <WithIds text={name} />;
  return (
    <>
      {page === undefined ? shown : <a href={page}>{shown}</a>}{' '}
      <a class="trail-of" href={trail} aria-label={`trail of ${name}: all that was done to it`}>
        trail
      </a>
    </>
  );
}
