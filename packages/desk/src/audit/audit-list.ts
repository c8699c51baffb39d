import { firstOf, list, time } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { choice, period, text } from '../engine/filters';
import { ACTION_LABELS, describeAction } from '../engine/action-names';
import { auditTrail, type AuditEntry } from './audit-trail';
import { changeText, detailText } from './audit-texts';
import { nameSubjects } from './name-subjects';
import { subjectWords } from './subject-words';

/** An entry, and the label of its subject if it has one. */
interface NamedEntry extends AuditEntry {
  called: string | undefined;
}

/** Who did what, and viewed what, and when. */
export const auditList = list<NamedEntry>()({
  path: '/audit',
  title: 'Audit',
  section: 'audit',
  noun: 'entry',
  about:
    'Every action at this desk and at the command line, and every look at personal data. No one can change or delete any of it.',
  filters: {
    actor: text('Who, such as agent:ada', { says: 'who did it, such as agent:ada or cli:root' }),
    subject: text('To what, such as shop:nordic', {
      says: 'what it was done to, such as order:<id> or dead_letter:<id>',
    }),
    action: choice('What was done', ACTION_LABELS, 'what was done, such as order.reroute'),
    ...period(),
  },
  sorts: [],
  columns: [
    { name: 'When', head: true, cell: ({ at }) => at },
    {
      name: 'Who',
      cell: ({ actor }) => ({ text: actor, href: `/audit?${new URLSearchParams({ actor }).toString()}` }),
    },
    { name: 'What', cell: ({ action }) => describeAction(action) },
    {
      name: 'To what',
      cell({ subject, called }) {
        const { name, page, trail } = subjectWords(subject, called);
        return {
          text: subject,
          shown: name,
          isReference: true,
          href: page,
          also: { href: trail, text: 'trail', label: `trail of ${name}: all that was done to it` },
        };
      },
    },
    { name: 'Change', cell: ({ changes }) => changeText(changes) },
    { name: 'Notes', cell: ({ detail }) => ({ text: detailText(detail), isReference: true }) },
  ],
  json: ({ called: _called, at, ...entry }) => ({ ...entry, at: time(at) }),
  place: BY_NUMBER,
  pageSize: 100,
  async read({ db }, { filter, after: before, limit }) {
    const found = await auditTrail(db, { ...filter, before, limit: limit + 1 });
    const { rows, next } = firstOf(found, { limit, placeOf: ({ id }) => id });
    const names = await nameSubjects(
      db,
      rows.map(({ subject }) => subject),
    );
    return { rows: rows.map((entry) => ({ ...entry, called: names.get(entry.subject) })), next };
  },
});
