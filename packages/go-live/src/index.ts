export { confirmCapability, CONFIRM_REFUSAL_LABELS, type ConfirmRequest } from './confirm-capability';
export { rehearseShop, type RehearsalOutcome, type RehearsalRequest } from './rehearsal/rehearse-shop';
export {
  ANSWER_REFUSALS,
  answerTask,
  endRunEarly,
  Expects,
  runTasks,
  type SaidOfTask,
} from './rehearsal/run-tasks';
export { readRunInProgress } from './rehearsal/read-run';
export { readRehearsal, RehearsalView } from './read-rehearsal';
export { readGoLive, type GoLive } from './read-go-live';
export type { Certificate } from './certificate/certificate';
export { installationFingerprint, issueCertificate, readCertificate } from './certificate/issue-certificate';
export { fingerprintOf } from './certificate/sign-certificate';
export { knownIssuers, signOff, SIGN_OFF_REFUSAL_LABELS } from './sign-off';
export { overruleCheck, OVERRULE_REFUSAL_LABELS } from './overrule-check';
export { GO_LIVE_LABELS, MODE_LABELS } from './state-labels';
export type { CapabilityGoLive, Confirmation } from '@hub/shops';
