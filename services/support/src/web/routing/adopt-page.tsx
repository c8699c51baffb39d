import { bandKmOf, type RoutingPolicy } from '@hub/orders';
import { ActionForm } from '../layout/action-form';
import { CriteriaFields, type CriteriaForm } from './criteria-fields';
import { criteriaName, Ranking, ROUTING } from './policy-texts';

/** The form's entries, as typed. */
export interface AdoptForm extends CriteriaForm {
  name?: string | undefined;
  from?: string | undefined;
  note?: string | undefined;
}

/** Adopts a policy from a given time on. */
export function AdoptPage({ form, inForce }: { form: AdoptForm; inForce: RoutingPolicy }) {
  return (
    <>
      <p>
        <a href={ROUTING}>Routing</a>
      </p>
      <h1>Adopt another policy</h1>
      <div class="panel narrow">
        <h2>What will happen</h2>
        <ul>
          <li>
            From the moment you name on, every order is routed by the new policy, on all machines. Now{' '}
            {inForce.version} holds: {criteriaName(inForce.criteria)}.
          </li>
          <li>Orders that a shop has already stay there.</li>
          <li>Until five seconds before that moment it can be withdrawn; afterwards adopt another one.</li>
        </ul>
        <Ranking criteria={inForce.criteria} />
        <ActionForm action={`${ROUTING}/adopt`} label="Adopt another policy" class="stack">
          <div class="field">
            <label for="name">Name: small letters, digits and hyphens; it stands in each decision</label>
            <input
              id="name"
              name="name"
              value={form.name}
              required
              maxLength={40}
              pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
              autocomplete="off"
            />
          </div>
          <CriteriaFields
            class="field"
            band="Band, in whole kilometres"
            band_km={form.band_km ?? (form.criteria ? '' : String(bandKmOf(inForce.criteria) ?? ''))}
            criteria={form.criteria}
          />
          <div class="field">
            <label for="from">Holds from (UTC)</label>
            <input id="from" name="from" type="datetime-local" step={1} value={form.from} required />
          </div>
          <div class="field">
            <label for="note">Note for the record (no names, no addresses)</label>
            <input id="note" name="note" value={form.note} maxLength={500} autocomplete="off" />
          </div>
          <div class="actions">
            <button type="submit">Adopt</button>
            <a href={ROUTING}>Leave it as it is</a>
          </div>
        </ActionForm>
      </div>
    </>
  );
}
