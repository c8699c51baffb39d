const KEY = '0123456789abcdef'.repeat(4);
const pem = (what) => `-----BEGIN ${what}-----`;

/** Every key of a secret that a pod may mount, with a value of its kind: what an operator has to provide. */
exports.SECRET_KEYS = {
  'database-url': 'postgresql://user:secret@hub-postgres-rw:5432/hub?sslmode=verify-full',
  'broker-url': 'amqps://user:secret@hub-rabbitmq:5671/hub',
  'broker-admin-url': 'https://user:secret@hub-rabbitmq:15671',
  'encryption-keys': KEY,
  'reference-key': KEY,
  'client-id': 'hub',
  'client-secret': 'secret',
  'ca.crt': pem('CERTIFICATE'),
  'tls.crt': pem('CERTIFICATE'),
  'tls.key': pem('PRIVATE KEY'),
};
