ALTER TABLE `audit` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `tenant_audit` ADD `hash` text;