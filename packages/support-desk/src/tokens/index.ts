export {
  findDeskToken,
  issueDeskToken,
  listDeskTokens,
  revokeDeskToken,
  type DeskTokenView,
  type FoundToken,
  type IssuedIdentity,
  type TokenOwner,
} from './desk-tokens';
export { followIssuer } from './follow-issuer';
export { hashOf, newSecretText } from './secret-text';
