ALTER TABLE `vectors` ADD `text` text;--> statement-breakpoint
ALTER TABLE `vectors` ADD `author` text;