// Written by `npm run generate` from schema/object.ts. Append-only: an object runs those that it has not run yet.

export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    "CREATE TABLE `answers` (\n\t`key` text PRIMARY KEY NOT NULL,\n\t`digest` text NOT NULL,\n\t`reply` text NOT NULL,\n\t`at` integer NOT NULL\n);",
    "CREATE INDEX `answers_at` ON `answers` (`at`);",
    "CREATE TABLE `edges` (\n\t`source` text NOT NULL,\n\t`target` text NOT NULL,\n\t`weight` real NOT NULL,\n\t`kind` text NOT NULL,\n\t`relevance` real,\n\t`bucket` integer NOT NULL,\n\t`ordinal` integer NOT NULL,\n\t`metadata` text,\n\tPRIMARY KEY(`source`, `target`)\n);",
    "CREATE TABLE `journal` (\n\t`seq` integer PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`type` text NOT NULL,\n\t`author` text NOT NULL,\n\t`body` text NOT NULL\n);",
    "CREATE INDEX `journal_type` ON `journal` (`type`,`seq`);",
    "CREATE TABLE `nodes` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`ordinal` integer NOT NULL,\n\t`kind` text NOT NULL,\n\t`origin` text NOT NULL,\n\t`authority` text NOT NULL,\n\t`file` text,\n\t`chunk` integer,\n\t`length` integer NOT NULL,\n\t`author` text NOT NULL,\n\t`content_hash` text NOT NULL,\n\t`created_at` integer NOT NULL,\n\t`updated_at` integer NOT NULL,\n\t`summary` text NOT NULL,\n\t`metadata` text NOT NULL,\n\t`text` text NOT NULL\n);",
    "CREATE INDEX `nodes_file` ON `nodes` (`file`);",
    "CREATE TABLE `outbox` (\n\t`seq` integer NOT NULL,\n\t`part` integer NOT NULL,\n\t`at` integer NOT NULL,\n\t`format` integer NOT NULL,\n\t`table_name` text NOT NULL,\n\t`verb` text NOT NULL,\n\t`rows` text NOT NULL,\n\t`bytes` integer NOT NULL,\n\tPRIMARY KEY(`seq`, `part`)\n);",
    "CREATE TABLE `settings` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`value` text NOT NULL\n);",
    "CREATE TABLE `state` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`value` text NOT NULL\n);",
    "CREATE TABLE `stops` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`weight` real NOT NULL,\n\t`relevance` real NOT NULL\n);",
    "CREATE TABLE `trails` (\n\t`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`query_id` text NOT NULL,\n\t`chat_id` text,\n\t`body` text NOT NULL\n);",
    "CREATE UNIQUE INDEX `trails_query` ON `trails` (`query_id`);",
    "CREATE INDEX `trails_chat` ON `trails` (`chat_id`,`seq`);",
    "CREATE TABLE `vectors` (\n\t`id` text NOT NULL,\n\t`route` integer NOT NULL,\n\t`scale` real NOT NULL,\n\t`ordinal` integer,\n\t`data` text NOT NULL,\n\tPRIMARY KEY(`id`, `route`)\n);"
  ],
  [
    "CREATE TABLE `audit` (\n\t`id` integer PRIMARY KEY NOT NULL,\n\t`ts` integer NOT NULL,\n\t`kind` text NOT NULL,\n\t`actor` text NOT NULL,\n\t`target_hash` text NOT NULL,\n\t`status` text NOT NULL,\n\t`detail_hash` text NOT NULL,\n\t`prev_hash` text\n);",
    "CREATE TABLE `audit_head` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`id` integer NOT NULL,\n\t`hash` text NOT NULL,\n\t`key` text NOT NULL\n);"
  ],
  [
    "CREATE TABLE `feed` (\n\t`revision` integer PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`type` text NOT NULL,\n\t`author` text NOT NULL,\n\t`nodes` text NOT NULL,\n\t`nodes_left_out` integer NOT NULL,\n\t`edges` integer NOT NULL\n);"
  ],
  [
    "CREATE TABLE `staged` (\n\t`table_name` text NOT NULL,\n\t`key` text NOT NULL,\n\t`row` text,\n\tPRIMARY KEY(`table_name`, `key`)\n);"
  ],
  [
    "CREATE TABLE `import_parts` (\n\t`part` integer PRIMARY KEY NOT NULL,\n\t`sha256` text NOT NULL\n);",
    "CREATE TABLE `import_rows` (\n\t`table_name` text NOT NULL,\n\t`part` integer NOT NULL,\n\t`piece` integer NOT NULL,\n\t`rows` text NOT NULL,\n\tPRIMARY KEY(`table_name`, `part`, `piece`)\n);",
    "CREATE TABLE `imports` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`used_at` integer NOT NULL,\n\t`state` text NOT NULL,\n\t`request` text NOT NULL,\n\t`progress` text NOT NULL,\n\t`result` text\n);",
    "CREATE TABLE `snapshots` (\n\t`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`id` text NOT NULL,\n\t`revision` integer NOT NULL,\n\t`at` integer NOT NULL,\n\t`used_at` integer NOT NULL\n);",
    "CREATE UNIQUE INDEX `snapshots_id_unique` ON `snapshots` (`id`);",
    "CREATE TABLE `versions` (\n\t`table_name` text NOT NULL,\n\t`key` text NOT NULL,\n\t`until` integer NOT NULL,\n\t`row` text,\n\tPRIMARY KEY(`table_name`, `key`, `until`)\n);"
  ],
  [
    "ALTER TABLE `audit` ADD `hash` text;"
  ],
  [
    "CREATE TABLE `erasures` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`author` text NOT NULL,\n\t`receipt` text NOT NULL\n);",
    "CREATE TABLE `tombstones` (\n\t`content_hash` text NOT NULL,\n\t`id_hash` text NOT NULL,\n\t`erasure` text NOT NULL,\n\t`at` integer NOT NULL,\n\t`author` text NOT NULL,\n\t`overridden_at` integer,\n\t`overridden_by` text,\n\tPRIMARY KEY(`content_hash`, `id_hash`)\n);",
    "CREATE INDEX `tombstones_erasure` ON `tombstones` (`erasure`);"
  ],
  [
    "CREATE TABLE `pending` (\n\t`id` text NOT NULL,\n\t`route` integer NOT NULL,\n\t`hash` text NOT NULL,\n\t`queued_at` integer NOT NULL,\n\t`tries` integer NOT NULL,\n\t`set_aside` text,\n\t`entry` integer,\n\t`text` text,\n\t`author` text,\n\tPRIMARY KEY(`id`, `route`, `hash`)\n);",
    "CREATE TABLE `reembedded` (\n\t`id` text NOT NULL,\n\t`route` integer NOT NULL,\n\t`hash` text NOT NULL,\n\t`scale` real NOT NULL,\n\t`data` text,\n\t`error` text,\n\tPRIMARY KEY(`id`, `route`)\n);",
    "ALTER TABLE `vectors` ADD `text` text;",
    "ALTER TABLE `vectors` ADD `author` text;"
  ],
  [
    "CREATE VIRTUAL TABLE `lexicon` USING fts5(`terms`, content='', contentless_delete=1, detail=none, tokenize=\"ascii tokenchars '_'\");",
    "CREATE TABLE `indexed` (\n\t`node` integer PRIMARY KEY NOT NULL,\n\t`terms` integer NOT NULL\n);",
    "CREATE TABLE `indexed_totals` (\n\t`id` integer PRIMARY KEY NOT NULL,\n\t`nodes` integer NOT NULL,\n\t`terms` integer NOT NULL\n);",
    "INSERT INTO `indexed_totals` (`id`, `nodes`, `terms`) VALUES (1, 0, 0);",
    "CREATE TRIGGER `indexed_added` AFTER INSERT ON `indexed` BEGIN\n\tUPDATE `indexed_totals` SET `nodes` = `nodes` + 1, `terms` = `terms` + new.`terms`;\nEND;",
    "CREATE TRIGGER `indexed_removed` AFTER DELETE ON `indexed` BEGIN\n\tUPDATE `indexed_totals` SET `nodes` = `nodes` - 1, `terms` = `terms` - old.`terms`;\nEND;",
    "CREATE TABLE `unindexed` (\n\t`node` integer PRIMARY KEY NOT NULL,\n\t`ties` integer DEFAULT 0 NOT NULL\n);",
    "CREATE INDEX `unindexed_turn` ON `unindexed` (`ties` DESC, `node`);",
    "CREATE TABLE `names` (\n\t`name` text NOT NULL,\n\t`node` integer NOT NULL,\n\tPRIMARY KEY(`name`, `node`)\n) WITHOUT ROWID;",
    "CREATE INDEX `names_node` ON `names` (`node`);",
    "CREATE TABLE `turns` (\n\t`session` text NOT NULL,\n\t`ordinal` integer NOT NULL,\n\t`node` integer NOT NULL,\n\tPRIMARY KEY(`session`, `ordinal`, `node`)\n) WITHOUT ROWID;",
    "CREATE INDEX `turns_node` ON `turns` (`node`);",
    "CREATE TRIGGER `nodes_added` AFTER INSERT ON `nodes` BEGIN\n\tINSERT INTO `unindexed` (`node`) SELECT new.rowid WHERE NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = new.rowid);\nEND;",
    "CREATE TRIGGER `nodes_changed` AFTER UPDATE ON `nodes` WHEN old.`text` IS NOT new.`text` OR old.`metadata` IS NOT new.`metadata` OR old.`ordinal` IS NOT new.`ordinal` BEGIN\n\tINSERT INTO `unindexed` (`node`) SELECT new.rowid WHERE NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = new.rowid);\nEND;",
    "CREATE TRIGGER `nodes_removed` AFTER DELETE ON `nodes` BEGIN\n\tDELETE FROM `lexicon` WHERE rowid = old.rowid;\n\tDELETE FROM `indexed` WHERE `node` = old.rowid;\n\tDELETE FROM `names` WHERE `node` = old.rowid;\n\tDELETE FROM `turns` WHERE `node` = old.rowid;\n\tDELETE FROM `unindexed` WHERE `node` = old.rowid;\nEND;",
    "INSERT INTO `unindexed` (`node`, `ties`) SELECT rowid, 1 FROM `nodes`;"
  ],
  [
    "CREATE TABLE `vector_batches` (\n\t`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`mutation` text NOT NULL,\n\t`sent_at` integer NOT NULL\n);",
    "CREATE TABLE `vector_changes` (\n\t`id` text NOT NULL,\n\t`route` integer NOT NULL,\n\tPRIMARY KEY(`id`, `route`)\n);",
    "CREATE TABLE `vectorized` (\n\t`name` text PRIMARY KEY NOT NULL,\n\t`id` text,\n\t`route` integer,\n\t`state` text NOT NULL,\n\t`batch` integer\n);",
    "CREATE INDEX `vectorized_row` ON `vectorized` (`id`,`route`);",
    "CREATE INDEX `vectorized_state` ON `vectorized` (`state`,`batch`);"
  ],
  [
    "CREATE TABLE `questions_changed` (\n\t`id` text NOT NULL,\n\t`route` integer NOT NULL,\n\tPRIMARY KEY(`id`, `route`)\n) WITHOUT ROWID;",
    "CREATE TRIGGER `questions_added` AFTER INSERT ON `vectors` WHEN new.`text` IS NOT NULL BEGIN\n\tINSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);\nEND;",
    "CREATE TRIGGER `questions_altered` AFTER UPDATE ON `vectors` WHEN old.`text` IS NOT new.`text` BEGIN\n\tINSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);\nEND;",
    "CREATE TRIGGER `questions_removed` AFTER DELETE ON `vectors` WHEN old.`text` IS NOT NULL BEGIN\n\tINSERT INTO `questions_changed` (`id`, `route`) SELECT old.`id`, old.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = old.`id` AND `route` = old.`route`);\nEND;"
  ],
  [
    "CREATE TABLE `proposals` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`status` text NOT NULL,\n\t`kind` text NOT NULL,\n\t`content_hash` text NOT NULL,\n\t`digest` text NOT NULL,\n\t`author` text NOT NULL,\n\t`person` text,\n\t`source` text,\n\t`session` text,\n\t`expires_at` integer NOT NULL,\n\t`edited_at` integer,\n\t`decided_at` integer,\n\t`decided_by` text,\n\t`node_id` text,\n\t`novelty` real NOT NULL,\n\t`salience` real NOT NULL,\n\t`conflicts` text NOT NULL,\n\t`payload` text NOT NULL,\n\t`reason` text,\n\t`source_prompt` text,\n\t`content` text NOT NULL\n);",
    "CREATE INDEX `proposals_status` ON `proposals` (`status`,`at`,`id`);",
    "CREATE INDEX `proposals_content` ON `proposals` (`content_hash`);",
    "CREATE INDEX `nodes_content` ON `nodes` (`content_hash`);"
  ],
  [
    "CREATE TABLE `replay_parts` (\n\t`replay` text NOT NULL,\n\t`first` integer NOT NULL,\n\t`after` integer NOT NULL,\n\t`at` integer NOT NULL,\n\t`lines` text NOT NULL,\n\tPRIMARY KEY(`replay`, `first`)\n);",
    "CREATE TABLE `replayed` (\n\t`mark` text PRIMARY KEY NOT NULL,\n\t`replay` text NOT NULL\n);",
    "CREATE INDEX `replayed_replay` ON `replayed` (`replay`);",
    "CREATE TABLE `replays` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`used_at` integer NOT NULL,\n\t`author` text NOT NULL,\n\t`state` text NOT NULL,\n\t`request` text NOT NULL,\n\t`progress` text NOT NULL\n);",
    "CREATE INDEX `replays_state` ON `replays` (`state`,`used_at`);"
  ],
  [
    "CREATE TABLE `maintained` (\n\t`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`run` text NOT NULL,\n\t`at` integer NOT NULL,\n\t`weights` blob NOT NULL,\n\t`rows` text NOT NULL,\n\t`rank` integer NOT NULL,\n\t`bytes` integer NOT NULL\n);"
  ],
  [
    "ALTER TABLE `replay_parts` ADD `author` text;"
  ],
  [
    "ALTER TABLE `vectors` ADD `at` integer;",
    "ALTER TABLE `vectors` ADD `teacher` text;"
  ],
  [
    "DROP TRIGGER `questions_altered`;",
    "CREATE TRIGGER `questions_altered` AFTER UPDATE ON `vectors` WHEN old.`text` IS NOT new.`text` OR old.`author` IS NOT new.`author` OR old.`teacher` IS NOT new.`teacher` OR old.`at` IS NOT new.`at` BEGIN\n\tINSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);\nEND;"
  ],
  [
    "CREATE TABLE `runs` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`conversation` text,\n\t`body` text NOT NULL,\n\t`result` text\n);",
    "CREATE INDEX `runs_conversation` ON `runs` (`conversation`,`at`);"
  ],
  [
    "ALTER TABLE `nodes` ADD `screen` text;",
    "CREATE INDEX `nodes_screen` ON `nodes` (`ordinal`,`id`) WHERE screen is not null;"
  ],
  [
    "ALTER TABLE `vectors` ADD `contrast` text;"
  ],
  [
    "DROP TRIGGER `questions_altered`;",
    "CREATE TRIGGER `questions_altered` AFTER UPDATE ON `vectors` WHEN old.`text` IS NOT new.`text` OR old.`author` IS NOT new.`author` OR old.`teacher` IS NOT new.`teacher` OR old.`at` IS NOT new.`at` OR old.`contrast` IS NOT new.`contrast` BEGIN\n\tINSERT INTO `questions_changed` (`id`, `route`) SELECT new.`id`, new.`route` WHERE NOT EXISTS (SELECT 1 FROM `questions_changed` WHERE `id` = new.`id` AND `route` = new.`route`);\nEND;",
    "INSERT INTO `unindexed` (`node`, `ties`) SELECT rowid, 0 FROM `nodes` WHERE (`metadata` LIKE '%\"title\"%' OR `metadata` LIKE '%\"speaker\"%') AND NOT EXISTS (SELECT 1 FROM `unindexed` WHERE `node` = `nodes`.rowid);"
  ],
  [
    "CREATE TABLE `captures` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`at` integer NOT NULL,\n\t`author` text NOT NULL,\n\t`person` text,\n\t`is_owner` integer NOT NULL,\n\t`state` text NOT NULL,\n\t`attempts` integer NOT NULL,\n\t`due_at` integer,\n\t`changed_at` integer NOT NULL,\n\t`digest` text NOT NULL,\n\t`request` text NOT NULL,\n\t`result` text,\n\t`error` text\n);",
    "CREATE INDEX `captures_due` ON `captures` (`due_at`,`at`,`id`);",
    "CREATE INDEX `captures_digest` ON `captures` (`digest`);",
    "CREATE INDEX `captures_author` ON `captures` (`author`,`at`,`id`);"
  ],
  [
    "CREATE TABLE `packed` (\n\t`part` integer PRIMARY KEY NOT NULL,\n\t`data` blob NOT NULL\n);",
    "CREATE TABLE `unpacked` (\n\t`number` integer PRIMARY KEY NOT NULL,\n\t`table_name` text NOT NULL,\n\t`keys` text NOT NULL\n);"
  ],
  [
    "CREATE INDEX `vectors_asked` ON `vectors` (`id`,`route`) WHERE text is not null;"
  ]
];
