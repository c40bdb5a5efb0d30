CREATE VIRTUAL TABLE `lexicon` USING fts5(`terms`, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'");
--> statement-breakpoint
CREATE TABLE `indexed` (
	`node` integer PRIMARY KEY NOT NULL,
	`terms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `indexed_totals` (
	`id` integer PRIMARY KEY NOT NULL,
	`nodes` integer NOT NULL,
	`terms` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `indexed_totals` (`id`, `nodes`, `terms`) VALUES (1, 0, 0);
--> statement-breakpoint
CREATE TRIGGER `indexed_added` AFTER INSERT ON `indexed` BEGIN
	UPDATE `indexed_totals` SET `nodes` = `nodes` + 1, `terms` = `terms` + new.`terms`;
END;
--> statement-breakpoint
CREATE TRIGGER `indexed_removed` AFTER DELETE ON `indexed` BEGIN
	UPDATE `indexed_totals` SET `nodes` = `nodes` - 1, `terms` = `terms` - old.`terms`;
END;
--> statement-breakpoint
CREATE TABLE `unindexed` (
	`node` integer PRIMARY KEY NOT NULL,
	`ties` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unindexed_turn` ON `unindexed` (`ties` DESC, `node`);
--> statement-breakpoint
CREATE TABLE `names` (
	`name` text NOT NULL,
	`node` integer NOT NULL,
	PRIMARY KEY(`name`, `node`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `names_node` ON `names` (`node`);
--> statement-breakpoint
CREATE TABLE `turns` (
	`session` text NOT NULL,
	`ordinal` integer NOT NULL,
	`node` integer NOT NULL,
	PRIMARY KEY(`session`, `ordinal`, `node`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `turns_node` ON `turns` (`node`);
--> statement-breakpoint
CREATE TRIGGER `nodes_added` AFTER INSERT ON `nodes` BEGIN
	INSERT INTO `unindexed` (`node`) SELECT new.rowid WHERE NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = new.rowid);
END;
--> statement-breakpoint
CREATE TRIGGER `nodes_changed` AFTER UPDATE ON `nodes` WHEN old.`text` IS NOT new.`text` OR old.`metadata` IS NOT new.`metadata` OR old.`ordinal` IS NOT new.`ordinal` BEGIN
	INSERT INTO `unindexed` (`node`) SELECT new.rowid WHERE NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = new.rowid);
END;
--> statement-breakpoint
CREATE TRIGGER `nodes_removed` AFTER DELETE ON `nodes` BEGIN
	DELETE FROM `lexicon` WHERE rowid = old.rowid;
	DELETE FROM `indexed` WHERE `node` = old.rowid;
	DELETE FROM `names` WHERE `node` = old.rowid;
	DELETE FROM `turns` WHERE `node` = old.rowid;
	DELETE FROM `unindexed` WHERE `node` = old.rowid;
END;
--> statement-breakpoint
INSERT INTO `unindexed` (`node`, `ties`) SELECT rowid, 1 FROM `nodes`;
