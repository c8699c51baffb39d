export { describeEvent, EVENT_COLUMNS, eventList } from './event-list';
export { answerText, answerTone, eventAddress } from './event-words';
export {
  listSentEvents,
  type EventPlace,
  type EventSort,
  type ListedEvent,
  type SentEventQuery,
} from './list-sent-events';
export { findRefusedEvents } from './find-refused-events';
export { postAsShop, sendAsShop } from './send-as-shop';
export type { SentEventFilter } from './sent-event-filter';
export {
  revealSentBody,
  showSentEvent,
  type Sending,
  type ShownBody,
  type ShownEvent,
} from './show-sent-event';
