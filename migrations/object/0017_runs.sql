CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`conversation` text,
	`body` text NOT NULL,
	`result` text
);
--> statement-breakpoint
CREATE INDEX `runs_conversation` ON `runs` (`conversation`,`at`);