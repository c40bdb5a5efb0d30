ALTER TABLE `nodes` ADD `screen` text;--> statement-breakpoint
CREATE INDEX `nodes_screen` ON `nodes` (`ordinal`,`id`) WHERE screen is not null;