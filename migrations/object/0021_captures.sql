CREATE TABLE `captures` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`author` text NOT NULL,
	`person` text,
	`is_owner` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer,
	`changed_at` integer NOT NULL,
	`digest` text NOT NULL,
	`request` text NOT NULL,
	`result` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `captures_due` ON `captures` (`due_at`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `captures_digest` ON `captures` (`digest`);--> statement-breakpoint
CREATE INDEX `captures_author` ON `captures` (`author`,`at`,`id`);