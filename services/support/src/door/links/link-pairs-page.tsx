import { SHOP_DECISIONS, type LinkView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { State } from '../../web/layout/state';
import { DecisionButtons } from '../../web/links/decide-buttons';
import { EvidenceList, Score, ScoreExplained } from '../../web/links/evidence';
import { LINKS } from '../../web/links/links-path';
import { TickAll } from '../../web/links/tick-all';
import { VariantFacts } from '../../web/links/variant-facts';
import { Table } from '../layout/table';
import { DECISIONS, standingOf } from './link-labels';

/** Two products side by side; nothing shows whose the other one is. */
export function LinkPairsPage({ pairs }: { pairs: readonly LinkView[] }) {
  const [first] = pairs;
  if (!first) return <h1>The same article?</h1>;
  const { yours, other } = first;
  const decisions = SHOP_DECISIONS.filter((decision) =>
    pairs.some(({ you_may: may }) => may.includes(decision)),
  );
  return (
    <>
      <p>
        <a href={LINKS}>Proposed links</a>
      </p>
      <h1>The same article?</h1>
      <div class="pair">
        <section class="panel product" aria-label="Your product">
          {yours.image_url !== null && (
            <img
              src={yours.image_url}
              alt="Image of your product"
              width={160}
              loading="lazy"
              referrerpolicy="no-referrer"
            />
          )}
          <div>
            <h2>{yours.title}</h2>
            <p>{yours.brand}, yours</p>
          </div>
        </section>
        <section class="panel product" aria-label="The product of another shop">
          {other.has_image && (
            <img
              src={`${LINKS}/${first.id}/image`}
              alt="Image of the other product"
              width={160}
              loading="lazy"
            />
          )}
          <div>
            <h2>{other.title}</h2>
            <p>{other.brand}, of another shop</p>
          </div>
        </section>
      </div>
      <h2>{pairs.length === 1 ? 'One pair of variants' : `${pairs.length} pairs of variants`}</h2>
      <ActionForm action={`${LINKS}/decide`} label="Decide on pairs">
        <Table
          label="Pairs of variants"
          none="None."
          caption={decisions.length > 0 && pairs.length > 1 && <TickAll />}
          rows={pairs}
          columns={[
            { name: 'Yours', cell: ({ yours: own }) => <Variant variant={own} /> },
            { name: "The other's", cell: (pair) => <Variant variant={pair.other} /> },
            { name: 'Choose', cell: (pair) => <Tick pair={pair} checked={pairs.length === 1} /> },
            {
              name: 'Why',
              cell: ({ speaks_for: pro, speaks_against: contra }) => (
                <EvidenceList pro={pro} contra={contra} />
              ),
            },
            { name: 'Score', cell: (pair) => <Score {...pair} /> },
            { name: 'State', cell: (pair) => <State {...standingOf(pair)} /> },
          ]}
        />
        <DecisionButtons decisions={decisions} labels={DECISIONS} main="agree" />
      </ActionForm>
      <ScoreExplained />
    </>
  );
}

function Tick({ pair, checked }: { pair: LinkView; checked: boolean }) {
  if (pair.you_may.length === 0) return null;
  const { variant_title: title, size } = pair.yours;
  return (
    <label class="tick">
      <input
        type="checkbox"
        name="ids"
        value={pair.id}
        checked={checked}
        aria-label={`Tick ${title ?? size}`}
      />
    </label>
  );
}

function Variant({ variant }: { variant: Pick<LinkView['other'], 'variant_title' | 'size' | 'barcode'> }) {
  const { variant_title: variantTitle, size, barcode } = variant;
  return <VariantFacts {...{ variantTitle, size, barcode }} />;
}
