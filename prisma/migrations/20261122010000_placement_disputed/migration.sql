-- D18: a placement whose store's answers contradict each other, or never came.
ALTER TYPE "shipping_order_state" ADD VALUE IF NOT EXISTS 'disputed' BEFORE 'stopped';
