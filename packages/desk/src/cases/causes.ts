import { alertName, findAlert, runbookOfAlert } from '@hub/alerts';
import { findProblem } from '../problems/problems';
import { failuresOfQueue } from '../words/failure-titles';

/** What a case says of its cause. */
interface CauseLabels {
  title: (shop: string, about: string) => string;
  /** The name of its file. */
  runbook: string;
}

/** Causes that are neither a problem of orders nor a kind of alert. */
const OTHERS: Readonly<Record<string, CauseLabels>> = {
  store_away: {
    title: (shop) => `Calls to the store of ${shop} are suspended`,
    runbook: 'broken-store',
  },
  orders_off: {
    title: (shop) => `Orders of ${shop} are switched off with paid lines open there`,
    runbook: 'shop-switched-off',
  },
  message: {
    title: (_shop, about) => failuresOfQueue(about.split(' ', 1)[0] ?? ''),
    runbook: 'dead-letter',
  },
};

/** What failed, such as `Fjord Sport refused paid lines`. */
export function caseTitle({
  kind,
  about,
  shopName,
}: {
  kind: string;
  about: string;
  shopName: string | null;
}): string {
  const title = OTHERS[kind]?.title ?? findProblem(kind)?.caseTitle;
  if (title) return title(shopName ?? 'a shop', about);
  return shopName === null ? alertName(kind) : `${alertName(kind)}: ${shopName}`;
}

/** The runbook for a case, by the name of its file. @param alerts the kinds of alerts in it */
export function runbookOfCase(kind: string, alerts: readonly string[]): string {
  const explaining = alerts.find((alert) => findAlert(alert)?.explainsMore);
  if (explaining !== undefined) return runbookOfAlert(explaining);
  return (OTHERS[kind] ?? findProblem(kind))?.runbook ?? runbookOfAlert(kind);
}
