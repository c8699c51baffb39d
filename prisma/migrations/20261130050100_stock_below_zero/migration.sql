-- Platforms that sell on back order report stock below 0: it is kept as reported, and counts as 0 (D10).
ALTER TABLE "stock_level" DROP CONSTRAINT "stock_level_quantity";
