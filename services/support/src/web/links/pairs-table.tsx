import { LINK_STATES, type ListedLinkProposal } from '@hub/desk/links';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { Evidence, Score } from './evidence';
import { TickAll } from './tick-all';
import { VariantFacts } from './variant-facts';

export interface PairsTableProps {
  pairs: readonly ListedLinkProposal[];
  choosable: boolean;
  /** The id of the pair that is ticked initially. */
  asked: string;
}

/** Variants side by side, with the evidence that they are the same. */
export function PairsTable({ pairs, choosable, asked }: PairsTableProps) {
  const [first] = pairs;
  const [shopA = '', shopB = ''] = [first?.a.shopName, first?.b.shopName];
  return (
    <Scroll label="Pairs of variants">
      <table class="rows">
        {choosable && <TickAll />}
        <thead>
          <tr>
            {choosable && <th scope="col">Choose</th>}
            <th scope="col">{shopA}</th>
            <th scope="col">{shopB}</th>
            <th scope="col">Why</th>
            <th scope="col">Score</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr id={`pair-${pair.id}`}>
              {choosable && (
                <td data-label="Choose">
                  <label class="tick">
                    <input
                      type="checkbox"
                      name="ids"
                      value={pair.id}
                      checked={pair.id === asked && pairs.length === 1}
                      aria-label={`Tick ${pair.a.variantTitle ?? pair.a.size}`}
                    />
                  </label>
                </td>
              )}
              <th scope="row" data-label={shopA}>
                <VariantFacts {...pair.a} />
              </th>
              <td data-label={shopB}>
                <VariantFacts {...pair.b} />
              </td>
              <td data-label="Why">
                <Evidence evidence={pair.evidence} />
              </td>
              <td data-label="Score">
                <span>
                  <Score {...pair} />
                </span>
              </td>
              <td data-label="State">
                <Standing pair={pair} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Standing({ pair }: { pair: ListedLinkProposal }) {
  const { id, state, agreedShop, decidedAt, decidedBy, a, b } = pair;
  const agreed = state === 'agreed' ? [a, b].find(({ shopId }) => shopId === agreedShop) : undefined;
  return (
    <div>
      <State {...LINK_STATES[state]} />
      {agreed && <small> {agreed.shopName}</small>}
      {decidedAt !== null && (
        <div>
          <small>
            {decidedBy}, <Time at={decidedAt} />
          </small>
        </div>
      )}
      <div>
        <a class="trail-of" href={`/audit?${new URLSearchParams({ subject: `link:${id}` })}`}>
          trail
        </a>
      </div>
    </div>
  );
}
