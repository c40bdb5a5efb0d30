CREATE TABLE `vector_batches` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mutation` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vector_changes` (
	`id` text NOT NULL,
	`route` integer NOT NULL,
	PRIMARY KEY(`id`, `route`)
);
--> statement-breakpoint
CREATE TABLE `vectorized` (
	`name` text PRIMARY KEY NOT NULL,
	`id` text,
	`route` integer,
	`state` text NOT NULL,
	`batch` integer
);
--> statement-breakpoint
CREATE INDEX `vectorized_row` ON `vectorized` (`id`,`route`);--> statement-breakpoint
CREATE INDEX `vectorized_state` ON `vectorized` (`state`,`batch`);