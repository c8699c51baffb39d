-- A role that may read the view and nothing else. Run with psql, as the owner of the view; it asks for the password.
CREATE ROLE postfix_relay LOGIN CONNECTION LIMIT 10;
ALTER ROLE postfix_relay SET default_transaction_read_only = on;
ALTER ROLE postfix_relay SET statement_timeout = '5s';
-- The view reads its tables with its owner's rights, so that no table is granted.
GRANT SELECT ON relay_address TO postfix_relay;
\password postfix_relay
