-- Works with 0.1.0 and later.
-- How much people can make. The process says the limits when it connects, in millrace.limits; without it, as for a restore, nothing is refused.
-- In triggers, so that files, clones, the trash and every later way count too. The lock makes that two processes do not both take the last place.
create function refuse_above_limit() returns trigger language plpgsql as $$
declare
  of_kind text := tg_argv[0];
  maximum integer := (nullif(current_setting('millrace.limits', true), '')::json->>of_kind)::integer;
  present integer;
begin
  if maximum is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || of_kind || ' ' || new.organization_id, 0));
  execute format('select count(*) from %I where organization_id = $1 and %s', tg_table_name, coalesce(tg_argv[1], 'true'))
    into present using new.organization_id;
  if present >= maximum then
    raise exception 'limit of % reached', of_kind using errcode = 'MR001', detail = json_build_object('kind', of_kind, 'count', present, 'limit', maximum);
  end if;
  return new;
end $$;

create trigger within_limit before insert on flows for each row execute function refuse_above_limit('flows');
create trigger within_limit before insert on connections for each row execute function refuse_above_limit('connections');
create trigger within_limit before insert on integrations for each row execute function refuse_above_limit('integrations');
create trigger within_limit before insert on alert_channels for each row execute function refuse_above_limit('alert-channels');
create trigger within_limit before insert on service_members for each row execute function refuse_above_limit('keys');
create trigger within_limit before insert on invitations for each row
  execute function refuse_above_limit('invitations', 'accepted_at is null and revoked_at is null');
create trigger within_limit before insert on trash for each row execute function refuse_above_limit('trash', 'content is not null');

-- Each organization has an owner, so this limits what one account can have. Deleted ones count as long as they can be restored.
create function refuse_too_many_organizations() returns trigger language plpgsql as $$
declare
  maximum integer := (nullif(current_setting('millrace.limits', true), '')::json->>'organizations')::integer;
  scope text := coalesce(current_setting('millrace.system', true), '');
  present integer;
begin
  if maximum is null or not 'owner' = any(new.roles) then return new; end if;
  if tg_op = 'UPDATE' then
    if 'owner' = any(old.roles) then return new; end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit organizations ' || new.user_uid, 0));
  perform set_config('millrace.system', 'on', true);
  select (select count(*) from memberships where user_uid = new.user_uid and 'owner' = any(roles))
    + (select count(*) from deleted_memberships where user_uid = new.user_uid and 'owner' = any(roles)) into present;
  perform set_config('millrace.system', scope, true);
  if present >= maximum then
    raise exception 'limit of organizations reached' using errcode = 'MR001',
      detail = json_build_object('kind', 'organizations', 'count', present, 'limit', maximum);
  end if;
  return new;
end $$;

create trigger within_limit before insert or update of roles on memberships for each row execute function refuse_too_many_organizations();
