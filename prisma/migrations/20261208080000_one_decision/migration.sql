-- Whether accepting a price may approve it in the same call, for those who may do both. Null: as long as the workspace has
-- one member.
ALTER TABLE "workspaces" ADD COLUMN "decides_once" BOOLEAN;
