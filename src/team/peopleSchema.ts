/** The group of a server's first hub; its members may use that hub within their memberships. */
export const peopleRole = 'history_hub_people';

/** Serializes setting up two hubs on one server, since roles belong to the whole server. */
export const makePeopleRole = `
do $$ begin
  if not exists (select from pg_catalog.pg_roles where rolname = '${peopleRole}') then
    create role ${peopleRole} nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$`;

/** Privileges of a hub's group, with `%I` for the group. */
const grants: readonly string[] = [
  'grant usage on schema history_hub to %I',
  'grant select on history_hub.schema_version, history_hub.projects, history_hub.members, history_hub.records to %I',
  'grant update (seq) on history_hub.projects to %I',
  'grant insert on history_hub.records to %I',
  'grant update ("time", author, seq, body, "text", deleted) on history_hub.records to %I',
  'grant execute on function history_hub.projects_with, history_hub.add_project, history_hub.set_member to %I',
];

/**
 * Creates a group for a hub whose owner may not add members to the server's existing group, and moves the hub's
 * people there. The name must be new, as the creator of an existing role might have added others. An updater that may
 * not create roles changes nothing.
 */
export const makeOwnPeopleRole = `
do $$
declare
  keeper name := (select pg_catalog.pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'history_hub');
  own text := '${peopleRole}_' || (select oid from pg_catalog.pg_database where datname = current_database());
  tried int := 1;
  statement text;
  who text;
begin
  if pg_catalog.pg_has_role(keeper, '${peopleRole}', 'member with admin option') then return; end if;
  while exists (select from pg_catalog.pg_roles where rolname = own || case tried when 1 then '' else '_' || tried end) loop
    tried := tried + 1;
  end loop;
  own := own || case tried when 1 then '' else '_' || tried end;
  begin
    execute format('create role %I nologin', own);
  exception when insufficient_privilege then return;
  end;
  if keeper <> current_user then execute format('grant %I to %I with admin option', own, keeper); end if;
  foreach statement in array array[${grants.map((grant) => `'${grant}'`).join(', ')}] loop
    execute format(statement, own);
  end loop;
  for who in select distinct m.person from history_hub.members m join pg_catalog.pg_roles r on r.rolname = m.person loop
    execute format('grant %I to %I', own, who);
  end loop;
  revoke all on all tables in schema history_hub from ${peopleRole};
  revoke all on all functions in schema history_hub from ${peopleRole};
  revoke all on schema history_hub from ${peopleRole};
end $$`;

/** The group of the current hub: the role that may use its schema. */
export const groupOfHub = `
select r.rolname::text as people from pg_catalog.pg_namespace n
cross join lateral pg_catalog.aclexplode(n.nspacl) granted
join pg_catalog.pg_roles r on r.oid = granted.grantee
where n.nspname = 'history_hub' and granted.privilege_type = 'USAGE' and starts_with(r.rolname::text, '${peopleRole}')
order by r.rolname desc limit 1`;
