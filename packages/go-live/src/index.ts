export { confirmCapability, CONFIRM_REFUSAL_WORDS, type ConfirmRequest } from './confirm-capability';
export { readGoLive, type GoLive } from './read-go-live';
