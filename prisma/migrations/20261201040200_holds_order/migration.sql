-- Whether there is any order, for services that may read none of them. Expand: the release before does not call it.
CREATE FUNCTION holds_order() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM "seller_order") $$;
REVOKE ALL ON FUNCTION holds_order() FROM PUBLIC;
