CREATE TABLE `pending` (
	`id` text NOT NULL,
	`route` integer NOT NULL,
	`hash` text NOT NULL,
	`queued_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`set_aside` text,
	`entry` integer,
	`text` text,
	`author` text,
	PRIMARY KEY(`id`, `route`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `reembedded` (
	`id` text NOT NULL,
	`route` integer NOT NULL,
	`hash` text NOT NULL,
	`scale` real NOT NULL,
	`data` text,
	`error` text,
	PRIMARY KEY(`id`, `route`)
);
--> statement-breakpoint
ALTER TABLE `vectors` ADD `text` text;--> statement-breakpoint
ALTER TABLE `vectors` ADD `author` text;