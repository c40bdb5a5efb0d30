CREATE TABLE `answers` (
	`agent` text NOT NULL,
	`key` text NOT NULL,
	`digest` text NOT NULL,
	`reply` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`agent`, `key`)
);
--> statement-breakpoint
CREATE TABLE `edges` (
	`agent` text NOT NULL,
	`source` text NOT NULL,
	`target` text NOT NULL,
	`weight` real NOT NULL,
	`kind` text NOT NULL,
	`relevance` real,
	`bucket` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`metadata` text,
	PRIMARY KEY(`agent`, `source`, `target`)
);
--> statement-breakpoint
CREATE TABLE `journal` (
	`agent` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`type` text NOT NULL,
	`author` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`agent`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `nodes` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`authority` text NOT NULL,
	`file` text,
	`chunk` integer,
	`length` integer NOT NULL,
	`author` text NOT NULL,
	`content_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`summary` text NOT NULL,
	`metadata` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`agent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`agent` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`agent`, `name`)
);
--> statement-breakpoint
CREATE TABLE `stops` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`weight` real NOT NULL,
	`relevance` real NOT NULL,
	PRIMARY KEY(`agent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `vectors` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`route` integer NOT NULL,
	`scale` real NOT NULL,
	`ordinal` integer,
	`data` text NOT NULL,
	PRIMARY KEY(`agent`, `id`, `route`)
);
--> statement-breakpoint
CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`profile` text NOT NULL,
	`created_at` integer NOT NULL,
	`applied_seq` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_tenant_name` ON `agents` (`tenant_id`,`name`);--> statement-breakpoint
CREATE TABLE `directory_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `directory_answers_at` ON `directory_answers` (`at`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_name_unique` ON `tenants` (`name`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`agents` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_hash_unique` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_tenant` ON `tokens` (`tenant_id`,`created_at`,`id`);