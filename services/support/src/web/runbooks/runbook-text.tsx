import type { Runbook } from './read-runbook';

/** The text of a runbook; the surrounding page shows its title. */
export function RunbookText({ runbook }: { runbook: Runbook }) {
  return <div class="runbook" dangerouslySetInnerHTML={{ __html: runbook.html }} />;
}
