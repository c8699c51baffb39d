import { reasonLabel, type DeadLetterGroup, type DeadLetterSummary } from '@hub/support-desk';
import type { Column } from '../../lists/column';
import { aboutOf, LETTER_STATES } from '../texts';

/** The list of failed messages as a file, without their content. */
export const LETTER_FILE: readonly Column<DeadLetterSummary>[] = [
  { name: 'What', text: ({ type }) => aboutOf(type) },
  { name: 'Shop', text: ({ shop }) => shop },
  { name: 'Order', text: ({ orderId }) => orderId },
  { name: 'Why', text: ({ reason }) => reasonLabel(reason) },
  { name: 'Reason', text: ({ reason }) => reason },
  { name: 'Queue', text: ({ origin }) => origin },
  { name: 'State', text: ({ state }) => LETTER_STATES[state].text },
  { name: 'First failed', text: ({ firstFailedAt }) => firstFailedAt },
  { name: 'Last failed', text: ({ lastFailedAt }) => lastFailedAt },
  { name: 'Times', text: ({ count }) => count },
  { name: 'Message id', text: ({ id }) => id },
];

/** Failed messages by cause, as a file. */
export const CAUSE_FILE: readonly Column<DeadLetterGroup>[] = [
  { name: 'Why', text: ({ reason }) => reasonLabel(reason) },
  { name: 'Reason', text: ({ reason }) => reason },
  { name: 'Queue', text: ({ origin }) => origin },
  { name: 'Messages', text: ({ failedMessages }) => failedMessages },
  { name: 'Failures', text: ({ deaths }) => deaths },
  { name: 'Shops', text: ({ shops }) => shops },
  { name: 'First', text: ({ firstFailedAt }) => firstFailedAt },
  { name: 'Last', text: ({ lastFailedAt }) => lastFailedAt },
];
