import { resolveAlerts, takeAlerts } from './alerts/alert-actions';
import { CASE_ACTIONS } from './cases/case-actions';
import { acceptCatalogue, pullCatalogue } from './catalogue/catalogue-actions';
import { sayCannotShip } from './door/acts/cannot-ship';
import { resendFailed } from './door/acts/failed-work';
import { sendTestEvent } from './door/acts/send-test-event';
import { setBearerToken } from './door/acts/set-bearer-token';
import { confirmCapability } from './golive/confirm-capability';
import { overruleCheck } from './golive/overrule-check';
import { answerTask, endRehearsal } from './golive/rehearsal/run-tasks';
import { signOff } from './golive/sign-off';
import { decideLinks } from './links/decide-links';
import { importLinks } from './links/import-links';
import { bounceMail } from './mails/bounce-action';
import { editMessage, revertEdit } from './messages/edit-dead-letter';
import { MESSAGE_ACTIONS } from './messages/message-actions';
import { changeBulkRun } from './messages/runs/change-run';
import { startBulkRun } from './messages/runs/start-run';
import { closeEvent } from './orders/actions/close-event';
import { correctAddress } from './orders/actions/correct-address';
import { correctPackage } from './orders/actions/correct-package';
import { endHold } from './orders/actions/end-hold';
import { endRest } from './orders/actions/end-rest';
import { askAgain, closeLine } from './orders/actions/line-actions';
import { promiseShipping } from './orders/actions/promise-shipping';
import { remindShop } from './orders/actions/remind-shop';
import { rerouteShop } from './orders/actions/reroute-shop';
import { reroute } from './orders/actions/reroute';
import { resume } from './orders/actions/resume';
import { closeReturn, releaseReturn } from './orders/actions/return-actions';
import { settle } from './orders/actions/settle';
import { takeBack } from './orders/actions/take-back';
import { tryOrderNow, tryShopNow } from './orders/actions/try-now';
import { startLabRun, stopLabRun } from './routing/lab/lab-runs';
import { adoptPolicy, withdrawPolicy } from './routing/policies';
import { pauseShop, unpauseShop } from './shops/pause-actions';
import { liftBlock, resumeCalls } from './shops/shop-actions';
import { takeTokenBack, testToken } from './shops/token-actions';
import type { Action } from './engine/action';

/** Every action of support that is defined by `action` or `longAction`. */
export const ACTIONS = [
  resolveAlerts,
  takeAlerts,
  acceptCatalogue,
  pullCatalogue,
  confirmCapability,
  overruleCheck,
  signOff,
  decideLinks,
  importLinks,
  bounceMail,
  changeBulkRun,
  editMessage,
  revertEdit,
  startBulkRun,
  askAgain,
  closeEvent,
  closeLine,
  closeReturn,
  correctAddress,
  correctPackage,
  endHold,
  endRest,
  promiseShipping,
  releaseReturn,
  remindShop,
  reroute,
  rerouteShop,
  resume,
  settle,
  takeBack,
  tryOrderNow,
  tryShopNow,
  adoptPolicy,
  startLabRun,
  stopLabRun,
  withdrawPolicy,
  liftBlock,
  pauseShop,
  resumeCalls,
  takeTokenBack,
  testToken,
  unpauseShop,
  ...Object.values(CASE_ACTIONS),
  ...Object.values(MESSAGE_ACTIONS),
] as const satisfies readonly Action<unknown, never>[];

/** Those that a shop alone does, at its door. */
export const SHOP_ACTIONS = [
  resendFailed,
  sayCannotShip,
  sendTestEvent,
  setBearerToken,
  answerTask,
  endRehearsal,
] as const satisfies readonly Action<unknown, never>[];
