import type { OrderTimeline } from '@hub/support-desk';
import type { Request } from 'express';
import type { ComponentChildren } from 'preact';
import type { Notice } from '../../access/browser-state';
import type { Role, Viewer } from '../../access/viewer';
import type { Desk } from '../../desk';

/** The context of an action on an order. */
export interface OrderActionContext {
  desk: Desk;
  order: OrderTimeline;
  viewer: Viewer;
  request: Request;
}

/** The question before an action. */
export interface Question {
  title: string;
  /** What will happen, one sentence each. */
  happens: readonly string[];
  /** What to check first. */
  warning?: string | undefined;
  /** The label of the button; none: the action is not possible, for the reason in `impossible`. */
  submit?: string;
  impossible?: string;
  danger?: boolean;
  /** Fields besides the note; without any a note for the record is required. */
  fields?: ComponentChildren;
}

/** An action on an order: asks first, then acts, and shows the result on the order's page. */
export interface OrderAction {
  /** Below `/orders/:id`. */
  path: string;
  /** The required role; an agent by default. */
  role?: Role;
  /** Throws `PageError` if the order has no such part. */
  ask(context: OrderActionContext): Promise<Question> | Question;
  carryOut(context: OrderActionContext): Promise<Notice>;
}
