export {
  agreeOnEnvironment,
  changeEnvironment,
  type Environment,
  type EnvironmentChange,
} from './environment';
export { openBytes, sealBytes, type Lock } from './keys/aes-gcm';
export { StartRefused } from './start-refused';
export { liveProcesses, ProcessHeartbeat, type LiveProcess } from './process-heartbeat';
export {
  BodyCipher,
  BodyDamagedError,
  countBodyKeys,
  findUnopenedBodyKeys,
  rotateBodyKeys,
  type BodyPlace,
  type SealedBody,
  type StoredBody,
} from './keys/body-cipher';
export { openCertificateKey, type CertificateKey } from './keys/certificate-key';
export { KeyRing, type Key } from './keys/key-ring';
export {
  asKeys,
  keyRingOf,
  makeCurrent,
  openKeys,
  openKeysIn,
  type Keys,
  type KeysConfig,
  type LackedKey,
} from './keys/keys';
export {
  decryptSecret,
  encryptSecret,
  secretFingerprint,
  SecretUnreadableError,
  type EncryptedSecret,
  type SecretPlace,
} from './keys/secrets';
