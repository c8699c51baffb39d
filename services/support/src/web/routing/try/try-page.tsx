import { DESK_REFUSAL_LABELS } from '@hub/desk/audit';
import { criteriaName, type TriedBasket } from '@hub/desk/routing';
import { modeText } from '@hub/desk/shops';
import { money } from '@hub/desk/words';
import { Field, FilterForm, Select } from '../../layout/filter-form';
import { DecisionLines } from '../../orders/decision-details';
import { CriteriaFields } from '../criteria-fields';
import { Ranking, ROUTING } from '../policy-texts';
import type { BasketForm } from './read-basket';

const TRY = `${ROUTING}/try`;

export interface TryPageProps {
  shops: readonly { slug: string; name: string }[];
  form: BasketForm;
  /** The fault of the form. */
  fault: string | null;
  tried: TriedBasket | null;
}

/** Where a basket would go if it were ordered now. */
export function TryPage({ shops, form, fault, tried }: TryPageProps) {
  return (
    <>
      <p>
        <a href={ROUTING}>Routing</a>
      </p>
      <h1>Try a route</h1>
      <p class="soft">
        What routing would decide for a basket now, by the stock, sheets and rates there are. Nothing is
        stored, reserved or sent.
      </p>
      <Form shops={shops} form={form} />
      {fault !== null && <p class="warning">{fault}</p>}
      {tried && <Tried tried={tried} />}
    </>
  );
}

function Form({ shops, form }: Pick<TryPageProps, 'shops' | 'form'>) {
  const choices = [['', 'choose'], ...shops.map(({ slug, name }) => [slug, name] as const)] as const;
  return (
    <FilterForm action={TRY} label="Basket" submit="Try it">
      <Select id="shop" label="Sold by" value={form.shop ?? ''} choices={choices} />
      <Field id="country" label="To the country">
        <input
          id="country"
          name="country"
          value={form.country}
          maxLength={2}
          size={4}
          placeholder="SE"
          required
        />
      </Field>
      <Field id="latitude" label="Latitude">
        <input id="latitude" name="latitude" value={form.latitude} size={8} inputMode="decimal" />
      </Field>
      <Field id="longitude" label="Longitude">
        <input id="longitude" name="longitude" value={form.longitude} size={8} inputMode="decimal" />
      </Field>
      <CriteriaFields band="Band, km (else as in force)" band_km={form.band_km} criteria={form.criteria} />
      <div class="whole">
        <label for="articles">
          Articles, one a line: variant id, barcode or SKU, then pieces, then the price where the payout is
          wanted
        </label>
        <textarea id="articles" name="articles" rows={3} placeholder="V-123 2 49.90" required>
          {form.articles}
        </textarea>
      </div>
    </FilterForm>
  );
}

function Tried({ tried }: { tried: TriedBasket }) {
  if (tried.kind === 'refused') return <p class="warning">Not tried: {DESK_REFUSAL_LABELS[tried.why]}.</p>;
  if (tried.kind === 'unknown_articles')
    return <p class="warning">The shop sells nothing of this name: {tried.articles.join(', ')}.</p>;
  const { policy, payouts, currency } = tried;
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">What would be decided</h2>
      {!tried.sellsThere && (
        <p class="warning">
          The shop's sheet does not have this country: an order from there would be refused before it is
          routed.
        </p>
      )}
      {tried.orders !== 'live' && (
        <p class="warning">Orders of this shop are not live ({modeText(tried.orders).text}).</p>
      )}
      <DecisionLines lines={tried.lines} heading="h3" />
      {payouts.map(({ lineItemId, owed, steps }) => (
        <details>
          <summary>
            Line {lineItemId} would pay {money(owed, currency)}
          </summary>
          <ol>
            {steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
        </details>
      ))}
      <p class="soft">
        Policy {policy.version}, {criteriaName(policy.criteria)}.
      </p>
      <Ranking criteria={policy.criteria} />
    </section>
  );
}
