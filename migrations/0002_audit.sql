CREATE TABLE `audit` (
	`agent` text NOT NULL,
	`id` integer NOT NULL,
	`ts` integer NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`target_hash` text NOT NULL,
	`status` text NOT NULL,
	`detail_hash` text NOT NULL,
	`prev_hash` text,
	PRIMARY KEY(`agent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `audit_head` (
	`agent` text NOT NULL,
	`name` text NOT NULL,
	`id` integer NOT NULL,
	`hash` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`agent`, `name`)
);
--> statement-breakpoint
CREATE TABLE `tenant_audit` (
	`tenant_id` text NOT NULL,
	`id` integer NOT NULL,
	`ts` integer NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`target_hash` text NOT NULL,
	`status` text NOT NULL,
	`detail_hash` text NOT NULL,
	`prev_hash` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `tenant_audit_heads` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`id` integer NOT NULL,
	`hash` text NOT NULL,
	`key` text NOT NULL
);
