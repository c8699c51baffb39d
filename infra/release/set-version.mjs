/** Where our version is written, besides the root package.json. */
const OURS = ['@hub/contract', '@hub/store-kit', '@hub/conformance'];

/**
 * @param {string} text of a package.json
 * @param {string} version
 * @returns {string} the same with that version, of itself and of what we publish
 */
export function withVersion(text, version) {
  const manifest = JSON.parse(text);
  manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of OURS)
      // `workspace:*` is of this version as it is.
      if (/^\d/.test(manifest[kind]?.[name] ?? '')) manifest[kind][name] = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** @param {string} text of an overlay's kustomization @param {string} version */
export const withTags = (text, version) => text.replaceAll(/(newTag: )[^ ]+( \})/g, `$1${version}$2`);

/** @param {string} text of rendered manifests @param {{ version?: string, sources: string }} of no version: the images keep theirs */
export const renderedAgain = (text, { version, sources }) =>
  (version ? text.replaceAll(/(image: hub-network\/[a-z]+:)\S+/g, `$1${version}`) : text).replace(
    /(from sources )[0-9a-f]+/,
    `$1${sources}`,
  );
