CREATE TABLE `feed` (
	`revision` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`type` text NOT NULL,
	`author` text NOT NULL,
	`nodes` text NOT NULL,
	`nodes_left_out` integer NOT NULL,
	`edges` integer NOT NULL
);
