export {
  type DeskTokenView,
  findDeskToken,
  type FoundToken,
  issueDeskToken,
  type IssuedIdentity,
  revokeDeskToken,
  type TokenOwner,
} from './desk-tokens';
export { followIssuer } from './follow-issuer';
