/**
 * @param {string} changelog
 * @param {string} version
 * @returns {string} what stands under that version; empty: it is not there
 */
export function changesOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const found = parts.find((part) => part.slice(0, part.indexOf('\n')).trim() === version);
  return found ? found.slice(found.indexOf('\n')).trim() : '';
}
