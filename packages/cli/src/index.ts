export { requestPull } from './catalogue/request-pull';
export { freePort } from '@hub/runtime';
export { programOf, SERVICES, type ServiceName } from './services/service-list';
export { startServices, type RunningServices } from './services/start-services';
export { applySheetText } from './shop/apply-sheet-text';
