export { EVENT_COLUMNS } from './event-list';
export { answerText, answerTone, eventAddress } from './event-labels';
export { findRefusedEvents } from './find-refused-events';
export { type ListedEvent, listSentEvents } from './list-sent-events';
export { sendAsShop } from './send-as-shop';
export {
  revealSentBody,
  type Sending,
  type ShownBody,
  type ShownEvent,
  showSentEvent,
} from './show-sent-event';
