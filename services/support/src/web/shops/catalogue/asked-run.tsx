import type { ListedCatalogueRun } from '@hub/desk/catalogue';
import { counted } from '@hub/desk/words';

/** What became of the reading that a person has just asked for or accepted: by its record, so that it says how it ended. */
export function AskedRun({ run }: { run: ListedCatalogueRun | undefined }) {
  if (!run) return null;
  const { tone, text } = endOf(run);
  return (
    <p class={`notice ${tone}`} role="status">
      {text}
    </p>
  );
}

function endOf({ state, retirementAcceptedAt, faultCount, failure, retired }: ListedCatalogueRun): {
  tone: 'done' | 'refused' | 'waits';
  text: string;
} {
  switch (state) {
    case 'queued':
    case 'reading':
      return { tone: 'waits', text: 'Its catalogue is being read.' };
    case 'waiting':
      return retirementAcceptedAt === null
        ? {
            tone: 'refused',
            text: `Its catalogue was read. It is not applied yet: it would retire ${counted(retired, 'variant')}.`,
          }
        : { tone: 'waits', text: 'It is accepted, and being applied.' };
    case 'accepted':
      return { tone: 'done', text: 'Its catalogue was read and accepted.' };
    case 'refused':
      return {
        tone: 'refused',
        text: `Its catalogue was refused${faultCount > 0 ? `, for ${counted(faultCount, 'fault')}` : ''}. Nothing of it was applied.`,
      };
    case 'failed':
      return {
        tone: 'refused',
        text: `Its catalogue was not read to its end${failure === null ? '' : `: ${failure}`}.`,
      };
  }
}
