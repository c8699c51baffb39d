import { adoptPolicy, listPolicies, withdrawPolicy, type ListedPolicy } from '@hub/desk/routing';
import { listAddress } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { instantOf, Moment } from '../lists/moment';
import { policyOf, SentText } from './criteria-fields';
import { PoliciesPage } from './policies-page';
import { PolicyPage } from './policy-page';
import { ROUTING } from './policy-texts';

/** The form's entries, to be shown again. */
const Entries = z.object({
  name: FilterText.catch(undefined),
  band_km: FilterText.catch(undefined),
  criteria: FilterText.catch(undefined),
  valid_from: Moment.catch(undefined),
  note: FilterText.catch(undefined),
});
const Sent = Entries.extend({ name: SentText, band_km: SentText, criteria: SentText });

/** The routing policies (D19): the one in force, the adopted ones, and for leads the forms to change them. */
export function addPolicyRoutes(router: Router, desk: Desk): void {
  router.get('/', async (request, response) => {
    const found = await listPolicies(desk.db, desk.clock.now());
    sendPage(request, response, {
      title: 'Routing',
      section: 'routing',
      content: <PoliciesPage {...found} viewer={viewerOf(request)} />,
    });
  });
  addActionRoutes(router, desk, {
    path: '/adopt',
    action: adoptPolicy,
    section: 'routing',
    find: async (_desk, { body, query }) => {
      const { valid_from, ...form } = Sent.safeParse(body).data ?? {};
      const policy = { band_km: undefined, criteria: undefined, ...policyOf(form) };
      const input = { name: form.name, ...policy, valid_from: instantOf(valid_from) };
      const written = Entries.parse(query);
      // Criteria that are written out outrank the band.
      const band_km = written.band_km ?? (written.criteria ? '' : undefined);
      return { input, place: { href: ROUTING, name: 'Routing' }, written: { ...written, band_km } };
    },
    after: (end, href, { body }) =>
      end.kind === 'done' ? href : listAddress(`${ROUTING}/adopt`, Entries.safeParse(body).data ?? {}),
  });
  router.get('/policies/:name', async (request, response) => {
    const policy = await requirePolicy(desk, request.params.name);
    sendPage(request, response, {
      title: `Policy ${policy.name}`,
      section: 'routing',
      content: <PolicyPage policy={policy} viewer={viewerOf(request)} />,
    });
  });
  addActionRoutes(router, desk, {
    path: '/policies/:name/withdraw',
    action: withdrawPolicy,
    section: 'routing',
    find: async (_desk, { params }) => {
      const { name } = await requirePolicy(desk, String(params['name']));
      return { input: { name }, place: { href: `${ROUTING}/policies/${name}`, name: `Policy ${name}` } };
    },
  });
}

async function requirePolicy({ db, clock }: Desk, name: string): Promise<ListedPolicy> {
  const { policies } = await listPolicies(db, clock.now());
  const found = policies.find((policy) => policy.name === name);
  if (!found) throw new PageError(404, 'There is no such policy.');
  return found;
}
