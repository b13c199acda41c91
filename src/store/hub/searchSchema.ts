/** What a search looks at, and by which the records of a dialog are found: columns that the database fills. */
export const searchStatements: readonly string[] = [
  `alter table history_hub.records
    add column folded text not null generated always as (lower("text")) stored,
    add column dialog_hash bigint generated always as (hashtextextended(body ->> 'dialog', 0)) stored`,
  'create index on history_hub.records (project, "time" desc) where not deleted',
  'create index on history_hub.records (project, owner, dialog_hash, seq)',
];
