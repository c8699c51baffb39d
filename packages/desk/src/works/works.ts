import { placing } from './placing';
import { registration } from './registration';
import { stop } from './stop';
import { tracking } from './tracking';
import type { Work } from './work';

export const WORK_KINDS = ['placing', 'tracking', 'return', 'stop'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Every kind of work that a call delivers to a store. Resuming it, finding it by a reference, the order of its failed
 * message, whether it is done after all, and orders at risk follow from this table.
 */
export const WORKS: Readonly<Record<WorkKind, Work>> = { placing, tracking, return: registration, stop };

/** Those that a shop may have resent itself (D35). */
export const RESENDABLE = ['placing', 'tracking', 'return'] as const satisfies readonly WorkKind[];

export const ALL_WORKS: readonly Work[] = WORK_KINDS.map((kind) => WORKS[kind]);
