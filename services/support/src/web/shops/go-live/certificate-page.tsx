import type { Certificate } from '@hub/desk/golive';

type Certified = Certificate['capabilities'][number];

/** What both sides confirmed, for print: a separate page that the browser prints. The file is its signed form. */
export function CertificatePage({
  certificate,
  issuer,
}: {
  certificate: Certificate;
  issuer: string | null;
}) {
  const { shop_name: name, shop_slug: slug, environment, signed_off: signOff } = certificate;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Certificate of ${slug} in ${environment}`}</title>
        <link rel="stylesheet" href="/assets/certificate.css" />
      </head>
      <body>
        <main>
          <h1>HUB Network: certificate of going live</h1>
          <dl>
            <dt>Shop</dt>
            <dd>
              {name} ({slug})
            </dd>
            <dt>Environment</dt>
            <dd>{environment}</dd>
            <dt>Store</dt>
            <dd>{certificate.store_api_root}</dd>
            <dt>Locations</dt>
            <dd>{certificate.locations}</dd>
            <dt>As of</dt>
            <dd>{moment(certificate.issued_at)}</dd>
          </dl>
          {certificate.capabilities.map((one) => (
            <Capability one={one} />
          ))}
          <h2>Sign-off</h2>
          <p>
            {signOff
              ? `${signOff.name}, ${moment(signOff.at)}: “${signOff.words}”`
              : `${environment} is not signed off yet.`}
          </p>
          <footer>
            <p>
              This page can be read; the file of <code>hub golive {slug} certificate</code> can be verified.
              {issuer && ` Its key has the fingerprint ${issuer}.`}
            </p>
          </footer>
        </main>
      </body>
    </html>
  );
}

function Capability({ one: { capability, rehearsal, confirmed } }: { one: Certified }) {
  const { store, operator } = confirmed;
  return (
    <section>
      <h2>{capability}</h2>
      <p>
        Rehearsed {moment(rehearsal.at)} by {rehearsal.by} with {rehearsal.runner}.
      </p>
      <p>
        Confirmed by the store: {store.name}, {moment(store.at)}
        {store.link && `, by a link that was ${store.link}`}: “{store.words}”
      </p>
      <p>
        Confirmed by the operator: {operator.name}, {moment(operator.at)}: “{operator.words}”
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col" class="check">
              Check
            </th>
            <th scope="col">Rule</th>
            <th scope="col" class="result">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {rehearsal.checks.map(({ id, rule, result, overruled }) => (
            <tr>
              <td>{id}</td>
              <td>{rule}</td>
              <td>
                {overruled
                  ? `${result}; overruled by ${overruled.by}, ${moment(overruled.at)}: “${overruled.reason}”`
                  : result}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** For readers of the print, to the minute; the file has the exact time. */
function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
