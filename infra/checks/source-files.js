const { readdirSync } = require('node:fs');
const nodePath = require('node:path');

const NEVER = new Set(['node_modules', 'dist', 'generated', '.hub', '.git']);

/**
 * Every source file under a folder, by the ending of its name, except what is installed or generated.
 *
 * @param {string} folder
 * @param {{ ending: RegExp, without?: readonly string[] }} which `without`: names of folders that are left out
 * @returns {string[]}
 */
function sourceFiles(folder, which) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NEVER.has(entry.name) || which.without?.includes(entry.name)) return [];
    const path = nodePath.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path, which);
    return which.ending.test(entry.name) ? [path] : [];
  });
}

module.exports = { sourceFiles };
