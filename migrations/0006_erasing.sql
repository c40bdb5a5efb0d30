CREATE TABLE `erasures` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`author` text NOT NULL,
	`receipt` text NOT NULL,
	PRIMARY KEY(`agent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `tombstones` (
	`agent` text NOT NULL,
	`content_hash` text NOT NULL,
	`id_hash` text NOT NULL,
	`erasure` text NOT NULL,
	`at` integer NOT NULL,
	`author` text NOT NULL,
	`overridden_at` integer,
	`overridden_by` text,
	PRIMARY KEY(`agent`, `content_hash`, `id_hash`)
);
