import type { ListedEvent } from '@hub/support-desk';
import type { Column } from '../lists/column';
import { answerText } from './event-labels';

/** The list of events as a file. */
export const EVENT_FILE: readonly Column<ListedEvent>[] = [
  { name: 'Received', text: ({ receivedAt }) => receivedAt },
  { name: 'Shop', text: ({ shop }) => shop },
  { name: 'Event', text: ({ event }) => event },
  { name: 'Event id', text: ({ eventId }) => eventId },
  { name: 'About', text: ({ about }) => about },
  { name: 'Answered', text: answerText },
  { name: 'Field', text: ({ field }) => field },
  { name: 'Why', text: ({ reason }) => reason },
  { name: 'Bytes', text: ({ bytes }) => bytes },
];
