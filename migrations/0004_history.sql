CREATE TABLE `undo` (
	`agent` text NOT NULL,
	`seq` integer NOT NULL,
	`part` integer NOT NULL,
	`at` integer NOT NULL,
	`table_name` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`agent`, `seq`, `part`)
);
--> statement-breakpoint
ALTER TABLE `agents` ADD `writer` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `agents` ADD `history_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `agents` SET `history_from` = `applied_seq`;
