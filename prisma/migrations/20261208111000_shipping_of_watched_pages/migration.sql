-- What the seller of a watched page takes for delivery, in the offer's currency; NULL where nobody said it.
ALTER TABLE "offers" ADD COLUMN "shipping" BIGINT CHECK ("shipping" >= 0);
