CREATE TABLE `questions_changed` (
	`id` text NOT NULL,
	`route` integer NOT NULL,
	PRIMARY KEY(`id`, `route`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `questions_added` AFTER INSERT ON `vectors` WHEN new.`text` IS NOT NULL BEGIN
	INSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);
END;
--> statement-breakpoint
CREATE TRIGGER `questions_altered` AFTER UPDATE ON `vectors` WHEN old.`text` IS NOT new.`text` BEGIN
	INSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);
END;
--> statement-breakpoint
CREATE TRIGGER `questions_removed` AFTER DELETE ON `vectors` WHEN old.`text` IS NOT NULL BEGIN
	INSERT INTO `questions_changed` (`id`, `route`) SELECT old.`id`, old.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = old.`id` AND `route` = old.`route`);
END;
