import { ACTIONS } from '@hub/desk/actions';
import type { Action } from '@hub/desk/engine';
import type { Desk } from '../desk';

/** The actions whose pages are below an address, with their paths below it. */
export function actionsAt(address: '/orders' | '/shops'): { path: string; action: Action<unknown, Desk> }[] {
  return ACTIONS.flatMap((action: Action<unknown, Desk>) =>
    action.page?.startsWith(`${address}/`) ? [{ path: action.page.slice(address.length), action }] : [],
  );
}
