export type { IssuedIdentity, TokenOwner } from '../engine/token-owner';
export {
  type DeskTokenView,
  findDeskToken,
  type FoundToken,
  issueDeskToken,
  revokeDeskToken,
} from './desk-tokens';
export { followIssuer } from './follow-issuer';
