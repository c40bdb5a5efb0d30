ALTER TABLE `vectors` ADD `at` integer;--> statement-breakpoint
ALTER TABLE `vectors` ADD `teacher` text;