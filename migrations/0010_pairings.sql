CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`tenant_id` text NOT NULL,
	`shown_by` text NOT NULL,
	`role` text NOT NULL,
	`agents` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_hash_unique` ON `pairings` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_one_each` ON `pairings` (`tenant_id`,`shown_by`);