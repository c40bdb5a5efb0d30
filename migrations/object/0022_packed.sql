CREATE TABLE `packed` (
	`part` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `unpacked` (
	`number` integer PRIMARY KEY NOT NULL,
	`table_name` text NOT NULL,
	`keys` text NOT NULL
);
