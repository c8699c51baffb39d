import type { ListedPolicy } from '@hub/support-desk';
import { ActionForm } from '../layout/action-form';
import { Time } from '../layout/time';
import { criteriaName, ROUTING } from './policy-texts';

/** The confirmation before a policy is withdrawn. */
export function WithdrawPage({ policy: { name, criteria, validFrom } }: { policy: ListedPolicy }) {
  const page = `${ROUTING}/policies/${name}`;
  return (
    <>
      <p>
        <a href={page}>Policy {name}</a>
      </p>
      <h1>Withdraw policy {name}</h1>
      <div class="panel narrow">
        <p>
          It will not hold from <Time at={validFrom} /> on ({criteriaName(criteria)}): the policy before it
          goes on. Its name cannot be used again.
        </p>
        <ActionForm action={`${page}/withdraw`} label={`Withdraw policy ${name}`} class="stack">
          <div class="field">
            <label for="note">Note for the record (no names, no addresses)</label>
            <input id="note" name="note" maxLength={500} autocomplete="off" />
          </div>
          <div class="actions">
            <button type="submit">Withdraw it</button>
            <a href={page}>Leave it as it is</a>
          </div>
        </ActionForm>
      </div>
    </>
  );
}
