-- The line of a mail's text that holds the link of its button. Null for mails without a button, and for those stored
-- before: they show the link without it.
ALTER TABLE "mails" ADD COLUMN "action_line" INTEGER;
