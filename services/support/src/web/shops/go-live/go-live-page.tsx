import type { GoLive } from '@hub/desk/golive';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Time } from '../../layout/time';
import { ShopLink } from '../../layout/shop-link';
import { CapabilityRecord } from './capability-record';

/** A shop's way to live (D32): what is rehearsed, confirmed and missing, and the operator's part. */
export function GoLivePage({ goLive, viewer }: { goLive: GoLive; viewer: Viewer }) {
  const { shop, name, environment, capabilities, inProgress } = goLive;
  const isConfirmed = capabilities.some(({ rehearsal }) => rehearsal?.store && rehearsal.operator);
  return (
    <>
      <p>
        <ShopLink shop={shop} name={shop} />
      </p>
      <h1>
        Going live of {name} in {environment}
      </h1>
      {inProgress && (
        <p>
          A rehearsal is in progress since <Time at={inProgress.since} />, begun by {inProgress.by}.
          {inProgress.code !== null && (
            <>
              {' '}
              Its sales carry the code <strong>{inProgress.code}</strong>.
            </>
          )}
        </p>
      )}
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
  const isLead = may(viewer, 'lead');
  const mayOpenTest = environment === 'test' && missingForSignOff.length === 0 && isLead && !signOff;
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
      {environment === 'production' && (isLead ? <ImportForm shop={shop} /> : <p>A lead signs it off.</p>)}
      {mayOpenTest && (
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

/** The sign-off of production, which imports what was confirmed in test; again if a newer certificate lists more. */
function ImportForm({ shop }: { shop: string }) {
  return (
    <>
      <p>
        It imports the certificate of test: the file that <code>hub golive {shop} certificate</code> writes
        there.
      </p>
      <ActionForm action={`/shops/${shop}/golive/sign-off`} label="Sign off production" class="stack">
        <div class="field">
          <label for="certificate-file">The file, to fill in the text below</label>
          <input id="certificate-file" type="file" accept=".json,application/json" data-fills="certificate" />
        </div>
        <div class="field">
          <label for="certificate">Its text</label>
          <textarea id="certificate" name="certificate" rows={8} required spellcheck={false} />
        </div>
        <div class="field">
          <label for="issuer">
            Fingerprint that <code>hub golive key</code> prints there, unless a certificate from there was
            imported before
          </label>
          <input id="issuer" name="issuer" maxLength={200} autocomplete="off" />
        </div>
        <div class="field">
          <label for="words">What you sign off, in your words</label>
          <input id="words" name="words" maxLength={500} required autocomplete="off" />
        </div>
        <button type="submit">Sign off production</button>
      </ActionForm>
    </>
  );
}
