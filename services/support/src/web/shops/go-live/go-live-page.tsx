import type { GoLive } from '@hub/go-live';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Time } from '../../layout/time';
import { CapabilityRecord } from './capability-record';

/** A shop's way to live (D32): what is rehearsed, confirmed and missing, and what the operator says to it. */
export function GoLivePage({ goLive, viewer }: { goLive: GoLive; viewer: Viewer }) {
  const { shop, name, environment, capabilities } = goLive;
  const isConfirmed = capabilities.some(({ rehearsal }) => rehearsal?.store && rehearsal.operator);
  return (
    <>
      <p>
        <a href={`/shops/${shop}`}>{shop}</a>
      </p>
      <h1>
        Going live of {name} in {environment}
      </h1>
      {isConfirmed && (
        <p>
          <a href={`/shops/${shop}/golive/certificate`}>Certificate, for printing</a>
        </p>
      )}
      {capabilities.map((one) => (
        <CapabilityRecord shop={shop} one={one} viewer={viewer} />
      ))}
      <SignOff goLive={goLive} viewer={viewer} />
    </>
  );
}

function SignOff({ goLive, viewer }: { goLive: GoLive; viewer: Viewer }) {
  const { shop, environment, signOff, missingForSignOff } = goLive;
  if (environment === 'development') return null;
  const mayNow = environment === 'test' && missingForSignOff.length === 0 && may(viewer, 'lead');
  return (
    <section class="panel" aria-labelledby="sign-off">
      <h2 id="sign-off">Sign-off of {environment}</h2>
      {signOff ? (
        <p>
          {signOff.name}, <Time at={signOff.at} />: “{signOff.words}”
        </p>
      ) : (
        <p>It is not signed off.</p>
      )}
      {environment === 'production' && !signOff && (
        <p>
          It imports the certificate of test: <code>hub golive {shop} sign-off --certificate …</code>
        </p>
      )}
      {mayNow && !signOff && (
        <ActionForm action={`/shops/${shop}/golive/sign-off`} label="Sign off" class="stack">
          <div class="field">
            <label for="words">What you sign off, in your words</label>
            <input id="words" name="words" maxLength={500} required autocomplete="off" />
          </div>
          <button type="submit">Open recurring traffic</button>
        </ActionForm>
      )}
    </section>
  );
}
