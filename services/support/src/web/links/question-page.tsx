import { LINK_REFUSAL_LABELS, scoreText, type LinkOutcome, type ListedLinkProposal } from '@hub/desk/links';
import type { Asked } from '@hub/desk/engine';
import { ActionForm } from '../layout/action-form';
import { DataTable } from '../lists/data-table';
import { HiddenFields } from '../lists/list-table';
import type { LeadDecision } from './decide-buttons';
import { LINKS } from './links-path';

export interface QuestionPageProps {
  decision: LeadDecision;
  pairs: readonly ListedLinkProposal[];
  /** What would happen to each, by its id. */
  outcomes: ReadonlyMap<string, LinkOutcome>;
  query: Asked;
}

const ASKS: Readonly<Record<LeadDecision, (count: string) => string>> = {
  confirm: (count) => `Link ${count}`,
  refuse: (count) => `Refuse ${count}`,
  undo: (count) => `Undo ${count}`,
};

const HAPPENS: Readonly<Record<LeadDecision, readonly string[]>> = {
  confirm: [
    'Each of these pairs becomes one article: each shop can sell what the other has, and ship for it.',
    'Network quantities are worked out again, and order lines that wait for the article are served.',
    'Both shops can undo it at their own door, and so can a lead here.',
  ],
  refuse: [
    'None of these pairs is linked, and none is proposed again unless a lead undoes the refusal.',
    'Nothing else changes.',
  ],
  undo: [
    'A pair that is linked is linked no more: each variant goes by its own barcode again. Order lines that are with the other shop stay there.',
    'A pair that was refused or undone waits for a decision again.',
  ],
};

/** Shows what will happen to many pairs, and does it only after a lead confirms. */
export function QuestionPage({ decision, pairs, outcomes, query }: QuestionPageProps) {
  const [first] = pairs;
  const done = pairs.filter(({ id }) => outcomes.get(id)?.kind === 'done').length;
  const asks = ASKS[decision](done === 1 ? '1 pair' : `${done} pairs`);
  const back = first ? `${LINKS}/${first.id}` : LINKS;
  return (
    <>
      <h1>{asks}</h1>
      <div class="panel narrow">
        <h2>What will happen</h2>
        <ul>
          {HAPPENS[decision].map((sentence) => (
            <li>{sentence}</li>
          ))}
          {done < pairs.length && <li>{pairs.length - done} of those chosen stay as they are: see below.</li>}
        </ul>
        <ActionForm action={`${LINKS}/decide`} label={asks}>
          {pairs.map(({ id }) => (
            <input type="hidden" name="ids" value={id} />
          ))}
          <HiddenFields fields={query} />
          <input type="hidden" name="seen" value="yes" />
          <div class="actions">
            {done > 0 && (
              <button type="submit" name="decision" value={decision}>
                {asks}
              </button>
            )}
            <a href={back}>Leave them as they are</a>
          </div>
        </ActionForm>
      </div>
      <DataTable
        label="What becomes of each pair"
        columns={[
          { name: 'Variant', head: true, text: ({ a }) => called(a) },
          { name: 'Same as', text: ({ b }) => called(b) },
          { name: 'Score', text: ({ score }) => scoreText(score) },
          { name: 'What happens', text: ({ id }) => becomes(outcomes.get(id)) },
        ]}
        rows={pairs}
      />
    </>
  );
}

function called({ shopName, title, variantTitle, size }: ListedLinkProposal['a']): string {
  return `${title}, ${variantTitle ?? size} (${shopName})`;
}

const BECOMES = {
  open: 'waits for a decision again',
  agreed: 'one shop agrees',
  confirmed: 'linked',
  refused: 'refused',
  undone: 'undone',
} as const;

function becomes(outcome: LinkOutcome | undefined): string {
  if (outcome === undefined || outcome.kind === 'unknown') return 'Not there any more.';
  if (outcome.kind === 'refused') return `Stays as it is. ${LINK_REFUSAL_LABELS[outcome.why]}`;
  const lines = outcome.allocated === 0 ? '' : `; ${outcome.allocated} order lines stay with the other shop`;
  return `${BECOMES[outcome.state]}${lines}`;
}
