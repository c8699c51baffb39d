import { BULK } from '@hub/desk/messages';
import { may, type Viewer } from '../../access/viewer';

/** Messages that are tried before the others, on request. */
export const TRIED_FIRST = 10;

/** Whether the viewer may act on that many failed messages at once. */
export function mayActOnSet(viewer: Viewer, count: number): boolean {
  return may(viewer, count > BULK ? 'lead' : 'agent');
}
