DROP TRIGGER `questions_altered`;
--> statement-breakpoint
CREATE TRIGGER `questions_altered` AFTER UPDATE ON `vectors` WHEN old.`text` IS NOT new.`text` OR old.`author` IS NOT new.`author` OR old.`teacher` IS NOT new.`teacher` OR old.`at` IS NOT new.`at` OR old.`contrast` IS NOT new.`contrast` BEGIN
	INSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);
END;
--> statement-breakpoint
INSERT INTO `unindexed` (`node`, `ties`) SELECT rowid, 0 FROM `nodes` WHERE (`metadata` LIKE '%"title"%' OR `metadata` LIKE '%"speaker"%') AND NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = `nodes`.rowid);
