CREATE TABLE `proposals` (
	`agent` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	`kind` text NOT NULL,
	`content_hash` text NOT NULL,
	`digest` text NOT NULL,
	`author` text NOT NULL,
	`person` text,
	`source` text,
	`session` text,
	`expires_at` integer NOT NULL,
	`edited_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`node_id` text,
	`novelty` real NOT NULL,
	`salience` real NOT NULL,
	`conflicts` text NOT NULL,
	`payload` text NOT NULL,
	`reason` text,
	`source_prompt` text,
	`content` text NOT NULL,
	PRIMARY KEY(`agent`, `id`)
);
--> statement-breakpoint
CREATE INDEX `proposals_status` ON `proposals` (`status`,`agent`,`at`,`id`);