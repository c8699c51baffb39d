const { parse } = require('yaml');
const { parseEnv } = require('node:util');

/** `${NAME}`, `${NAME:-default}`: all that docker-compose.yml may use, for all else has no check. */
const REFERENCE = /\$\{([A-Z_]+)(?::-([^}]*))?\}/g;

/**
 * The Compose file as `docker compose` reads it: anchors and merges followed, variables put in, those without a value taken
 * from the environment or left away.
 *
 * @param {string} text of docker-compose.yml
 * @param {Record<string, string>} given variables of the shell or of an `--env-file`
 */
exports.readCompose = (text, given = {}) => {
  const compose = filledIn(parse(text, { merge: true }), given);
  for (const service of Object.values(compose.services))
    service.environment = Object.fromEntries(
      Object.entries(service.environment ?? {})
        .map(([name, value]) => [name, value ?? given[name]])
        .filter(([, value]) => value !== undefined),
    );
  return compose;
};

/** Every variable that the file asks its shell for. */
exports.askedVariables = (text) => {
  const handedOn = Object.values(parse(text, { merge: true }).services).flatMap(({ environment }) =>
    Object.entries(environment ?? {})
      .filter(([, value]) => value === null)
      .map(([name]) => name),
  );
  return new Set([...[...text.matchAll(REFERENCE)].map(([, name]) => name), ...handedOn]);
};

/** The variables of a file for `--env-file`. */
exports.readEnvFile = (text) => parseEnv(text);

function filledIn(value, given) {
  if (typeof value === 'string')
    return value.replaceAll(REFERENCE, (_all, name, otherwise = '') => given[name] || otherwise);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, given));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, given)]));
}
