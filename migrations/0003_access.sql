CREATE TABLE `subjects` (
	`id` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`claim` text NOT NULL,
	`value` text NOT NULL,
	`tenant_id` text NOT NULL,
	`role` text NOT NULL,
	`agents` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subjects_tenant` ON `subjects` (`tenant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subjects_granted` ON `subjects` (`issuer`,`claim`,`value`,`tenant_id`) WHERE "subjects"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE `tokens` ADD `rotated_at` integer;--> statement-breakpoint
ALTER TABLE `tokens` ADD `previous_hash` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `previous_until` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_previous_hash_unique` ON `tokens` (`previous_hash`);