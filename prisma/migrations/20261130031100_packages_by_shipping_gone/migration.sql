-- D24. Settlements no longer look for packages by shipped_at. A process of the release before reads the table instead.
DROP INDEX IF EXISTS "package_shipped_at_idx";
