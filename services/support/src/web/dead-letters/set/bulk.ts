import { BULK } from '@hub/support-desk';
import { may, type Viewer } from '../../access/viewer';

/** Messages that are tried before the others, where that is asked for. */
export const TRIED_FIRST = 10;

/** Whether somebody may act on so many failed messages at once. Pure. */
export function mayActOnSet(viewer: Viewer, count: number): boolean {
  return may(viewer, count > BULK ? 'lead' : 'agent');
}
