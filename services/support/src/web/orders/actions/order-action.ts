import type { OrderTimeline } from '@hub/support-desk';
import type { Request } from 'express';
import type { ComponentChildren } from 'preact';
import type { Notice } from '../../access/session';
import type { Role, Viewer } from '../../access/viewer';
import type { Desk } from '../../desk';

/** What an action on an order works with. */
export interface OrderActionContext {
  desk: Desk;
  order: OrderTimeline;
  viewer: Viewer;
  request: Request;
}

/** What is asked before anything is done. */
export interface Question {
  title: string;
  /** What will happen, each a sentence. */
  happens: readonly string[];
  /** What to make sure of first. */
  warning?: string | undefined;
  /** Name of the button; none: it cannot be done, for `impossible`. */
  submit?: string;
  impossible?: string;
  danger?: boolean;
  /** Fields beside the note; without any a note for the record is asked for. */
  fields?: ComponentChildren;
}

/** Something that an agent can do to an order: first asked, then done, and told on the order's page. */
export interface OrderAction {
  /** Below `/orders/:id`. */
  path: string;
  /** Who may; an agent unless said otherwise. */
  role?: Role;
  /** Throws `PageError` where the order has no such part. */
  ask(context: OrderActionContext): Promise<Question> | Question;
  carryOut(context: OrderActionContext): Promise<Notice>;
}
