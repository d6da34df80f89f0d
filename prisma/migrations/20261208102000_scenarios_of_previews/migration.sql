-- What a preview supposes of all costs and competitor prices; NULL where it takes them as they are.
ALTER TABLE "policy_trials" ADD COLUMN "scenario" JSONB;
