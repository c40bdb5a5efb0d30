CREATE TABLE `audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`ts` integer NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`target_hash` text NOT NULL,
	`status` text NOT NULL,
	`detail_hash` text NOT NULL,
	`prev_hash` text
);
--> statement-breakpoint
CREATE TABLE `audit_head` (
	`name` text PRIMARY KEY NOT NULL,
	`id` integer NOT NULL,
	`hash` text NOT NULL,
	`key` text NOT NULL
);
