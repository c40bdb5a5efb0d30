CREATE TABLE `import_parts` (
	`part` integer PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`table_name` text NOT NULL,
	`part` integer NOT NULL,
	`piece` integer NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`table_name`, `part`, `piece`)
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`state` text NOT NULL,
	`request` text NOT NULL,
	`progress` text NOT NULL,
	`result` text
);
--> statement-breakpoint
CREATE TABLE `snapshots` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `snapshots_id_unique` ON `snapshots` (`id`);--> statement-breakpoint
CREATE TABLE `versions` (
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`until` integer NOT NULL,
	`row` text,
	PRIMARY KEY(`table_name`, `key`, `until`)
);
