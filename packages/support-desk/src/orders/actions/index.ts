export { askAgain, closeLine } from './line-actions';
export { closeEvent, eventOf, openRefusedEvents } from './close-event';
export { closeReturn, releaseReturn } from './return-actions';
export { correctPackage } from './correct-package';
export { endHold } from './end-hold';
export { endRest } from './end-rest';
export { reroute, tryReroute } from './reroute';
export { resume } from './resume';
export { settle } from './settle';
