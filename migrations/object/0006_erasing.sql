CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`author` text NOT NULL,
	`receipt` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tombstones` (
	`content_hash` text NOT NULL,
	`id_hash` text NOT NULL,
	`erasure` text NOT NULL,
	`at` integer NOT NULL,
	`author` text NOT NULL,
	`overridden_at` integer,
	`overridden_by` text,
	PRIMARY KEY(`content_hash`, `id_hash`)
);
--> statement-breakpoint
CREATE INDEX `tombstones_erasure` ON `tombstones` (`erasure`);