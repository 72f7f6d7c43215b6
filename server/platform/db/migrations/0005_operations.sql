-- Who did what, second factors, what is known of a session, backups.

-- --- Audit log -----------------------------------------------------------------------------------------------------
-- Written by triggers, so that no change is forgotten: every change of the tables below in a transaction that says whose
-- it is (`set_config('tahanan.actor', …, true)`), with the fields that differ. Logins and refusals are written by the
-- server. Nobody rewrites or removes a row (docs/decisions/0010-audit-log.md). Names are kept as they were: a deleted or
-- reset record can still be told.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null, actor_id bigint, actor_name text not null,
  action text not null,
  subject text not null, subject_id text, subject_name text,
  before jsonb, after jsonb,
  detail text, address text
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_area, actor_id, at desc, id desc);
create index audit_log_subject on audit_log (subject, subject_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_search on audit_log using gin (
  lower(actor_name || ' ' || coalesce(subject_name, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(address, '')) gin_trgm_ops);
create function refuse_removal() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never changed or removed', tg_table_name; end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_removal();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_removal();
-- Refused by privilege too: that holds before the trigger does, and for statements that match no row.
revoke update, delete, truncate on audit_log from current_user;

-- A value as it is kept: a very long text is cut, so that nobody fills the disk with versions of it.
create function audit_value(value jsonb) returns jsonb immutable language sql as $$
    select case when octet_length(value::text) <= 16384 then value
      else jsonb_build_object('begins', left(value #>> '{}', 2000), 'characters', length(value #>> '{}')) end $$;
-- Settings of the mobile app by their names, without its connection string (only that it changed).
create function audit_mobile_settings(value text) returns jsonb immutable language plpgsql as $$
    declare told jsonb;
    begin
      told := value::jsonb;
      if jsonb_typeof(told) is distinct from 'object' then return '{}'; end if;
      if told ? 'appConnectionString' then
        told := told || jsonb_build_object('appConnectionString', md5(told ->> 'appConnectionString'));
      end if;
      return told;
    exception when others then return '{}';
    end $$;
-- Arguments: see the triggers at the end. Identity data of visitors lives for 30 days only (rules 6.18), so of a ticket's details only
-- the names of what changed are kept.
create function audit_change() returns trigger language plpgsql as $$
    declare
      actor jsonb := current_setting('tahanan.actor')::jsonb;
      was jsonb := '{}'; becomes jsonb := '{}'; secrets jsonb := '{}'; kept_before jsonb := '{}'; kept_after jsonb := '{}';
      field text; word text; argument text; old_value jsonb; new_value jsonb; named jsonb;
    begin
      if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
      if tg_op <> 'DELETE' then becomes := to_jsonb(new); end if;
      named := was || becomes;
      if tg_table_name = 'settings' and named ->> 'name' = 'mobileSettings' then
        was := audit_mobile_settings(was ->> 'value'); becomes := audit_mobile_settings(becomes ->> 'value');
        secrets := '{"appConnectionString": "appConnectionString"}';
      end if;
      foreach argument in array coalesce(tg_argv, '{}') loop
        if argument like '%=%' then secrets := secrets || jsonb_build_object(split_part(argument, '=', 1), split_part(argument, '=', 2));
        else was := was - argument; becomes := becomes - argument; end if;
      end loop;
      for field in select key from jsonb_each(was || becomes) loop
        old_value := was -> field; new_value := becomes -> field; word := secrets ->> field;
        if field in ('id', 'created_at', 'updated_at') or old_value is not distinct from new_value then continue; end if;
        if tg_op = 'INSERT' and new_value in ('null', '""', '[]', '{}') then continue; end if;
        if word is not null then
          kept_after := kept_after || jsonb_build_object(word, case when new_value is null or new_value = 'null' then 'removed' when old_value is null or old_value = 'null' then 'set' else 'changed' end);
        elsif tg_table_name = 'tickets' and field = 'details' then
          kept_after := kept_after || jsonb_build_object('details', (
            select coalesce(jsonb_agg(key order by key), '[]') from jsonb_object_keys(coalesce(old_value, '{}') || coalesce(new_value, '{}')) as key
            where (old_value -> key) is distinct from (new_value -> key)));
        else
          if tg_op <> 'INSERT' then kept_before := kept_before || jsonb_build_object(field, audit_value(old_value)); end if;
          if tg_op <> 'DELETE' then kept_after := kept_after || jsonb_build_object(field, audit_value(new_value)); end if;
        end if;
      end loop;
      if tg_op = 'UPDATE' and kept_before = '{}' and kept_after = '{}' then return null; end if;
      insert into audit_log (actor_area, actor_id, actor_name, action, subject, subject_id, subject_name, before, after, address)
      values (actor ->> 'area', (actor ->> 'id')::bigint, coalesce(actor ->> 'name', ''),
        case when tg_op = 'INSERT' then 'add' when tg_op = 'DELETE' then 'remove'
          when tg_table_name not in ('service_settings', 'terms') and (was ->> 'status') <> '0' and (becomes ->> 'status') = '0' then 'delete' else 'change' end,
        tg_table_name, coalesce(named ->> 'id', named ->> 'name', named ->> 'type'),
        left(coalesce(named ->> 'ticket_number', named ->> 'reference_number',
          (named ->> 'client_code') || coalesce(' ' || nullif(named ->> 'uoccname', ''), ''),
          named ->> 'title', named ->> 'header', named ->> 'name', named ->> 'type', named ->> 'comment', named ->> 'soa_file_name'), 200),
        nullif(kept_before, '{}'), nullif(kept_after, '{}'), actor ->> 'address');
      return null;
    end $$;

-- --- Second factor -------------------------------------------------------------------------------------------------
-- The secret of the authenticator app, sealed with a key of table secrets; totp_step is the last step that was used, so
-- that a code counts once.
alter table admins add column totp_secret bytea, add column totp_since timestamptz(3), add column totp_step bigint;
alter table super_admins add column totp_secret bytea, add column totp_since timestamptz(3), add column totp_step bigint,
  add column updated_at timestamptz(3) not null default clock_timestamp();
create table recovery_codes (
  id bigint generated always as identity primary key,
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  code_hash bytea not null, used_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index recovery_codes_account on recovery_codes (area, account_id);
-- A secret that was shown and whose first code is awaited; not yet asked for at login.
create table second_factor_setups (
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  secret bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, account_id)
);
-- The password was right; the code is awaited.
create table login_challenges (
  token_hash bytea primary key,
  area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
  tries smallint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- --- Sessions ------------------------------------------------------------------------------------------------------
-- `first`: the account had never logged in before.
alter table sessions add column device text not null default '', add column address text not null default '',
  add column first boolean not null default false;

-- --- Backups -------------------------------------------------------------------------------------------------------
create table backups (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('person', 'schedule', 'reset', 'command')),
  started_by text not null default '',
  file text, bytes bigint, sha256 text,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'removed')),
  problem text,
  started_at timestamptz(3) not null default clock_timestamp(), finished_at timestamptz(3)
);
create unique index backups_file on backups (file);

-- --- What is audited ------------------------------------------------------------------------------------------------
-- Changes of these tables by administrators and the super-administrator are written down. Arguments are the columns that are
-- not: what the database works out by itself, and, as `column=word`, secrets, of which only that they changed is written
-- under that word.
create trigger tenants_audit after insert or update or delete on tenants for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('password_hash=password', 'search_text', 'last_seen');
create trigger admins_audit after insert or update or delete on admins for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('password_hash=password', 'totp_secret=second_factor', 'totp_step', 'last_seen');
create trigger super_admins_audit after insert or update or delete on super_admins for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('password_hash=password', 'totp_secret=second_factor', 'totp_step', 'last_seen');
create trigger settings_audit after insert or update or delete on settings for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger service_settings_audit after insert or update or delete on service_settings for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger terms_audit after insert or update or delete on terms for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger amenities_audit after insert or update or delete on amenities for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger tickets_audit after insert or update or delete on tickets for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text', 'version');
create trigger posts_audit after insert or update or delete on posts for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text', 'version', 'turns_at', 'announced_at', 'shown_from');
create trigger comments_audit after insert or update or delete on comments for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change();
create trigger memorandums_audit after insert or update or delete on memorandums for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger policy_headers_audit after insert or update or delete on policy_headers for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger policies_audit after insert or update or delete on policies for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger advertisements_audit after insert or update or delete on advertisements for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text');
create trigger payments_audit after insert or update or delete on payments for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('search_text', 'version', 'receipt');
create trigger statement_imports_audit after insert or update or delete on statement_imports for each row
  when (current_setting('tahanan.actor', true) <> '') execute function audit_change('saved', 'saving_at');
