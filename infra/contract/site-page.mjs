/** A page of the guide with its menu; it needs nothing from elsewhere and fits a telephone. */
export function pageOf({ file, title, body, menu }) {
  const links = menu.map(
    (entry) =>
      `<li><a href="${entry.href}"${entry.href === file ? ' aria-current="page"' : ''}>${entry.title}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – HUB Network</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Pages"><p><strong>HUB Network</strong></p><ul>${links.join('')}</ul></nav>
<main>${wideTables(body)}</main>
</body>
</html>
`;
}

/** A table that is wider than the page scrolls within itself, by keyboard too. */
function wideTables(html) {
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f3f5f7, #1b2129); --link: light-dark(#0b57b7, #7ab7ff); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#1b2129, #e6edf3); background: light-dark(#fff, #0f141a); }
nav { padding: 1.5rem 1rem; border-right: 1px solid var(--line); position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .35rem .5rem; border-radius: .35rem; text-decoration: none; }
nav a[aria-current] { background: var(--soft); font-weight: 600; }
main { padding: 1.5rem 2.5rem 4rem; max-width: 68rem; }
a { color: var(--link); }
h1 a, h2 a, h3 a { color: inherit; text-decoration: none; }
h2 { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
pre { background: var(--soft); padding: 1rem; border-radius: .5rem; overflow: auto; }
code { font: .9em/1.5 ui-monospace, monospace; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
@media (max-width: 48rem) { body { display: block; } nav { position: static; border-right: 0; border-bottom: 1px solid var(--line); max-height: none; } main { padding: 1rem; } }
`;
