import { refusalLabel } from '@hub/messaging/outcome-text';
import { plainFailure } from './plain-failure';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['unreadable', 'no worker could read it'],
  ['delivery_limit', 'workers ended while they had it'],
  ['unknown', 'the reason was not recorded'],
]);

/** Why a message failed, in a list: a worker's error keeps its name for developers. */
export function reasonLabel(reason: string): string {
  if (/^[A-Za-z]*Error$/.test(reason)) return `a fault of a worker (${reason})`;
  return REASONS.get(reason) ?? refusalLabel(plainFailure(reason));
}
