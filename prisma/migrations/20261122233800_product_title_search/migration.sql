-- Articles by words of their titles, and by the beginnings of words.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_title_search" ON "product" USING GIN (to_tsvector('simple', "title"));
