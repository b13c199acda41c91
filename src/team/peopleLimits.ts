import { groupOfHub } from './peopleSchema.ts';

/**
 * Limits of what people of the hub do in its database: a transaction left open would hold up everyone who sends to the
 * project. As a client gives up a statement after two minutes, the server need not go on.
 */
const limits: readonly (readonly [setting: string, value: string])[] = [
  ['lock_timeout', '60s'],
  ['idle_in_transaction_session_timeout', '60s'],
  ['statement_timeout', '120s'],
];

const setLimits = limits.map(
  ([setting, value]) =>
    `execute pg_catalog.format('alter role %I in database %I set ${setting} = %L', who, current_database(), '${value}');`,
);

/**
 * Sets the limits for all people of the hub who have no settings of their own in its database, as far as this role
 * may. They apply from the next connection on.
 */
export const limitPeople = `
do $limit$
declare
  people name := (${groupOfHub});
  who name;
begin
  perform pg_catalog.pg_advisory_xact_lock(7148320655095); -- two changes of one role at once fail
  for who in select r.rolname from pg_catalog.pg_auth_members m
    join pg_catalog.pg_roles g on g.oid = m.roleid and g.rolname = people
    join pg_catalog.pg_roles r on r.oid = m.member
    where r.rolcanlogin and not r.rolsuper and r.rolname <> current_user and not exists (
      select from pg_catalog.pg_db_role_setting s join pg_catalog.pg_database d on d.oid = s.setdatabase
      where s.setrole = r.oid and d.datname = current_database())
  loop
    begin
      ${setLimits.join('\n      ')}
    exception when insufficient_privilege then null; -- a role that somebody else made
    end;
  end loop;
end $limit$`;
