import {
  adoptPolicy,
  DESK_REFUSAL_LABELS,
  listPolicies,
  PolicyName,
  withdrawPolicy,
  listAddress,
  type ListedPolicy,
} from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { PageError } from '../layout/page-error';
import { readNote } from '../layout/read-note';
import { sendPage } from '../layout/send-page';
import { Moment, momentOf } from '../lists/moment';
import { AdoptPage } from './adopt-page';
import { readCriteria } from './criteria-fields';
import { PoliciesPage } from './policies-page';
import { PolicyPage } from './policy-page';
import { ROUTING } from './policy-texts';
import { WithdrawPage } from './withdraw-page';

/** The form's entries, to be shown again. */
const Written = z.object({
  name: FilterText,
  band_km: FilterText,
  criteria: FilterText,
  from: Moment,
  note: FilterText,
});
const Adoption = z.object({
  name: PolicyName,
  band_km: FilterText,
  criteria: FilterText,
  from: Moment.pipe(z.string()),
});

/** The routing policies (D19): the one in force, the adopted ones, and for leads the forms to change them. */
export function addPolicyRoutes(router: Router, desk: Desk): void {
  router.use(['/adopt', '/policies/:name/withdraw'], requireRole('lead'));
  router.get('/', async (request, response) => {
    const found = await listPolicies(desk.db, desk.clock.now());
    sendPage(request, response, {
      title: 'Routing',
      section: 'routing',
      content: <PoliciesPage {...found} viewer={viewerOf(request)} />,
    });
  });
  router.get('/adopt', async (request, response) => {
    const { inForce } = await listPolicies(desk.db, desk.clock.now());
    const form = Written.safeParse(request.query).data ?? {};
    sendPage(request, response, {
      title: 'Adopt another policy',
      section: 'routing',
      content: <AdoptPage form={form} inForce={inForce} />,
    });
  });
  router.post('/adopt', async (request, response) => {
    const again = listAddress(`${ROUTING}/adopt`, Written.safeParse(request.body).data ?? {});
    const read = Adoption.safeParse(request.body);
    if (!read.success) {
      const [field = 'form'] = read.error.issues.map((issue) => String(issue.path[0] ?? ''));
      tell(request, { kind: 'refused', text: `Not adopted: ${FAULTS[field] ?? 'the form cannot be read'}.` });
      return response.redirect(303, again);
    }
    const { name, from } = read.data;
    const criteria = readCriteria(read.data) ?? { fault: FAULTS['criteria'] };
    if ('fault' in criteria) {
      tell(request, { kind: 'refused', text: `Not adopted: ${criteria.fault}.` });
      return response.redirect(303, again);
    }
    const by = { actor: actorOf(viewerOf(request)), note: readNote(request), clock: desk.clock };
    const end = await adoptPolicy(desk.db, { name, criteria, validFrom: momentOf(from), ...by });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: `Policy ${name} is adopted.` }
        : { kind: 'refused', text: `Not adopted: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, end.kind === 'done' ? ROUTING : again);
  });
  router.get('/policies/:name', async (request, response) => {
    const policy = await requirePolicy(desk, request.params.name);
    sendPage(request, response, {
      title: `Policy ${policy.name}`,
      section: 'routing',
      content: <PolicyPage policy={policy} viewer={viewerOf(request)} />,
    });
  });
  router.get('/policies/:name/withdraw', async (request, response) => {
    const policy = await requirePolicy(desk, request.params.name);
    sendPage(request, response, {
      title: `Withdraw policy ${policy.name}`,
      section: 'routing',
      content: <WithdrawPage policy={policy} />,
    });
  });
  router.post('/policies/:name/withdraw', async (request, response) => {
    const { name } = await requirePolicy(desk, request.params.name);
    const by = { actor: actorOf(viewerOf(request)), note: readNote(request), clock: desk.clock };
    const end = await withdrawPolicy(desk.db, { name, ...by });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: `Policy ${name} is withdrawn.` }
        : { kind: 'refused', text: `Not withdrawn: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, `${ROUTING}/policies/${name}`);
  });
}

const FAULTS: Readonly<Record<string, string>> = {
  name: 'a name has small letters, digits and hyphens, at most 40',
  criteria: 'name the criteria, or the whole kilometres of a band',
  from: 'no moment is named from which it holds',
};

async function requirePolicy({ db, clock }: Desk, name: string): Promise<ListedPolicy> {
  const { policies } = await listPolicies(db, clock.now());
  const found = policies.find((policy) => policy.name === name);
  if (!found) throw new PageError(404, 'There is no such policy.');
  return found;
}
