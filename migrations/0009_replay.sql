CREATE TABLE `replayed` (
	`agent` text NOT NULL,
	`mark` text NOT NULL,
	`replay` text NOT NULL,
	PRIMARY KEY(`agent`, `mark`)
);
--> statement-breakpoint
CREATE TABLE `replays` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`author` text NOT NULL,
	`state` text NOT NULL,
	`request` text NOT NULL,
	`progress` text NOT NULL,
	PRIMARY KEY(`agent`, `id`)
);
