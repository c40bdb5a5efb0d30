CREATE TABLE `maintained` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run` text NOT NULL,
	`at` integer NOT NULL,
	`weights` blob NOT NULL,
	`rows` text NOT NULL,
	`rank` integer NOT NULL,
	`bytes` integer NOT NULL
);
