import { describe, expect, it } from '@jest/globals';
import { sqlStatements } from './sql-statements';

describe('statements of a file', () => {
  it.each([
    ['SELECT 1; SELECT 2;', ['SELECT 1;', 'SELECT 2;']],
    ['-- One; not two.\nSELECT 1', ['SELECT 1']],
    [`SELECT 'it''s; one', "a;b";`, [`SELECT 'it''s; one', "a;b";`]],
    ['DO $$ BEGIN a; END $$; SELECT $x$;$$;$x$;', ['DO $$ BEGIN a; END $$;', 'SELECT $x$;$$;$x$;']],
    ['-- Nothing.\n', []],
  ])('%s', (sql, statements) => {
    expect(sqlStatements(sql)).toEqual(statements);
  });
});
