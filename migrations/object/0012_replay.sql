CREATE TABLE `replay_parts` (
	`replay` text NOT NULL,
	`first` integer NOT NULL,
	`after` integer NOT NULL,
	`at` integer NOT NULL,
	`lines` text NOT NULL,
	PRIMARY KEY(`replay`, `first`)
);
--> statement-breakpoint
CREATE TABLE `replayed` (
	`mark` text PRIMARY KEY NOT NULL,
	`replay` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replayed_replay` ON `replayed` (`replay`);--> statement-breakpoint
CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`author` text NOT NULL,
	`state` text NOT NULL,
	`request` text NOT NULL,
	`progress` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replays_state` ON `replays` (`state`,`used_at`);