/** The page, as long as there is nothing on it: the commands that already show what went wrong. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>HUB Network · support desk</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
code { font: 0.95em ui-monospace, monospace; }
</style>
</head>
<body>
<main>
<h1>Support desk</h1>
<p>Nothing is shown here yet. Until it is, these commands tell what became of an order and of a shop's events:</p>
<ul>
<li><code>npm run hub -- order show &lt;id&gt;</code></li>
<li><code>npm run hub -- events list &lt;shop&gt;</code></li>
</ul>
</main>
</body>
</html>
`;
