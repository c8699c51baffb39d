import type { Alert } from './alert';
import { burnAlerts } from './burn-rates';
import { keyAlerts } from './causes/keys';
import { messageAlerts } from './causes/messages';
import { processAlerts } from './causes/processes';
import { storeAlerts } from './causes/stores';

/** Every alert but the watchdog: violated objectives, then causes that need a person. */
export const ALERTS: readonly Alert[] = [
  ...burnAlerts,
  ...processAlerts,
  ...messageAlerts,
  ...storeAlerts,
  ...keyAlerts,
];
