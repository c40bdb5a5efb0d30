CREATE TABLE `staged` (
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`row` text,
	PRIMARY KEY(`table_name`, `key`)
);
