-- Contract: the index enforces the rule now. No program of any release calls the function, so that every one starts.
DROP TRIGGER "variant_leaves_taken_article" ON "variant";
DROP FUNCTION "leave_taken_article"();
INSERT INTO "contract_step" ("migration", "needs") VALUES ('20261130040300_article_guard_gone', '20261129100000_contract_step');
