CREATE TABLE `answers` (
	`key` text PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`reply` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `answers_at` ON `answers` (`at`);--> statement-breakpoint
CREATE TABLE `edges` (
	`source` text NOT NULL,
	`target` text NOT NULL,
	`weight` real NOT NULL,
	`kind` text NOT NULL,
	`relevance` real,
	`bucket` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`metadata` text,
	PRIMARY KEY(`source`, `target`)
);
--> statement-breakpoint
CREATE TABLE `journal` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`type` text NOT NULL,
	`author` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `journal_type` ON `journal` (`type`,`seq`);--> statement-breakpoint
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`ordinal` integer NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`authority` text NOT NULL,
	`file` text,
	`chunk` integer,
	`length` integer NOT NULL,
	`author` text NOT NULL,
	`content_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`summary` text NOT NULL,
	`metadata` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `nodes_file` ON `nodes` (`file`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer NOT NULL,
	`part` integer NOT NULL,
	`at` integer NOT NULL,
	`format` integer NOT NULL,
	`table_name` text NOT NULL,
	`verb` text NOT NULL,
	`rows` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`seq`, `part`)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `state` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stops` (
	`id` text PRIMARY KEY NOT NULL,
	`weight` real NOT NULL,
	`relevance` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trails` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`query_id` text NOT NULL,
	`chat_id` text,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trails_query` ON `trails` (`query_id`);--> statement-breakpoint
CREATE INDEX `trails_chat` ON `trails` (`chat_id`,`seq`);--> statement-breakpoint
CREATE TABLE `vectors` (
	`id` text NOT NULL,
	`route` integer NOT NULL,
	`scale` real NOT NULL,
	`ordinal` integer,
	`data` text NOT NULL,
	PRIMARY KEY(`id`, `route`)
);
