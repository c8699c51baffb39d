import { describeAction, type AuditEntry } from '@hub/support-desk';
import { listAddress } from '../layout/list-address';
import { Time } from '../layout/time';
import type { Column } from '../lists/column';
import { changeText, detailText } from './audit-texts';
import { WithIds } from '../lists/with-ids';
import { SubjectLink } from './subject-link';

/** The audit, on the page and in the file. @param names labels of the subjects */
export function auditColumns(names: ReadonlyMap<string, string> = new Map()): readonly Column<AuditEntry>[] {
  return [
    { name: 'When', head: true, text: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
    {
      name: 'Who',
      text: ({ actor }) => actor,
      cell: ({ actor }) => <a href={listAddress('/audit', { actor })}>{actor}</a>,
    },
    { name: 'What', text: ({ action }) => describeAction(action) },
    {
      name: 'To what',
      text: ({ subject }) => subject,
      cell: ({ subject }) => <SubjectLink subject={subject} called={names.get(subject)} />,
    },
    {
      name: 'From → to',
      text: ({ changes }) => changeText(changes).join('; '),
      cell: ({ changes }) => <Changes words={changeText(changes)} />,
    },
    {
      name: 'Notes',
      text: ({ detail }) => detailText(detail),
      cell: ({ detail }) => <WithIds text={detailText(detail)} />,
    },
  ];
}

function Changes({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <ul class="plain">
      {words.map((change) => (
        <li>{change}</li>
      ))}
    </ul>
  );
}
