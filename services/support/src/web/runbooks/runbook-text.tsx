import type { Runbook } from './read-runbook';

/** The text of a runbook; its title is said by the page around it. */
export function RunbookText({ runbook }: { runbook: Runbook }) {
  return <div class="runbook" dangerouslySetInnerHTML={{ __html: runbook.html }} />;
}
