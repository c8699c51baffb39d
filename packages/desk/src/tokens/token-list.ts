import { choice, text } from '../engine/filters';
import { firstOf, list, time } from '../engine/list';
import { BY_TIME_AND_ID } from '../engine/places';
import { includesRole, ROLES } from '../engine/roles';
import { listDeskTokens, type DeskTokenView } from './desk-tokens';

/** Tokens of the hub command that are valid: one's own, and to a lead everyone's. */
export const tokenList = list<DeskTokenView>()({
  path: '/tokens',
  title: 'Tokens',
  command: {
    name: 'token.list',
    says: 'those that are valid: your own, and to a lead everyone’s',
    under: 'tokens',
  },
  section: undefined,
  noun: 'token',
  about:
    'With a token the hub command does at this desk what its person may here, and the audit says who it was. A lead sees the tokens of everyone, all others their own.',
  links: [{ text: 'Issue a token', href: '/tokens/new', role: 'agent' }],
  filters: {
    person: text('Whose', { says: 'of this person alone' }),
    role: choice(
      'May as much as',
      ROLES.map((role) => [role, role] as const),
      `with this role alone: ${ROLES.join(', ')}`,
    ),
  },
  sorts: [],
  columns: [
    { name: 'For', head: true, cell: ({ name }) => name },
    { name: 'Whose', cell: ({ person }) => person },
    { name: 'May', cell: ({ role }) => role },
    { name: 'Issued by', cell: ({ issuedBy }) => issuedBy },
    { name: 'Ends', cell: ({ endsAt }) => endsAt },
    {
      name: 'Last used',
      cell: ({ lastUsedAt }, now) => ({ text: lastUsedAt, since: now, otherwise: 'never' }),
    },
    { name: 'Token', only: 'text', cell: ({ id }) => id },
    {
      name: 'Revoke',
      only: 'page',
      role: 'agent',
      cell: ({ id, name }) => ({
        text: null,
        form: {
          path: `/tokens/${id}/revoke`,
          label: `Revoke ${name}`,
          fields: {},
          button: { name: 'revoke', value: 'yes', text: 'Revoke' },
        },
      }),
    },
  ],
  json: ({ id, name, person, role, issuedBy, createdAt, endsAt, lastUsedAt }) => ({
    token: id,
    name,
    person,
    role,
    issued_by: issuedBy,
    created_at: time(createdAt),
    ends_at: time(endsAt),
    last_used_at: time(lastUsedAt),
  }),
  place: BY_TIME_AND_ID,
  async read({ db, now, role: has, identity }, { filter: { person, role }, after, limit }) {
    const owner = includesRole(has, 'lead') ? undefined : identity;
    const found = await listDeskTokens(db, { owner, now });
    const fits = (token: DeskTokenView) =>
      (person === undefined || token.person === person) &&
      (role === undefined || token.role === role) &&
      (after === undefined || isAfter(token, after));
    return firstOf(found.filter(fits), { limit, placeOf: ({ createdAt: at, id }) => ({ at, id }) });
  },
});

/** In the order of the list: the latest first. */
function isAfter({ createdAt, id }: DeskTokenView, place: { at: Date; id: string }): boolean {
  const [made, there] = [createdAt.getTime(), place.at.getTime()];
  return made < there || (made === there && id < place.id);
}
