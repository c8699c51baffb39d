/** A comment, a text, a name, the body of a function: a semicolon in any of them ends nothing. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^]/g;

/** The statements of a file of SQL, each with its semicolon. */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    statement += token.startsWith('--') ? '' : token;
    if (token !== ';') continue;
    statements.push(statement.trim());
    statement = '';
  }
  return statement.trim() === '' ? statements : [...statements, statement.trim()];
}
