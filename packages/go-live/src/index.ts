export { confirmCapability, CONFIRM_REFUSAL_WORDS, type ConfirmRequest } from './confirm-capability';
export { rehearseShop, type RehearsalEnd, type RehearsalRequest } from './rehearsal/rehearse-shop';
export { readGoLive, type GoLive } from './read-go-live';
