-- Platform: extensions, trigger functions, audit log, files, live events, repeated calls, secrets, backups.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- --- Texts as searches compare them --------------------------------------------------------------
-- `foldText` of contract/text/fold-text.ts returns the same (docs/decisions/0041).
create function folded(value text) returns text language plpgsql immutable strict parallel safe as $$
    begin
      if octet_length(value) = length(value) then return translate(lower(value), '''`', ''); end if;
      value := regexp_replace(normalize(replace(value, U&'\00B4', ''), nfkd),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u180e' ||
        '\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff''`\u2018-\u201b\u2032\u2035\u02b9-\u02bf]', '', 'g');
      value := translate(value, '‐‑‒–—―⸺⸻−“”„‟«»øØłŁđĐðÐħĦŧŦıςΣ', '---------""""""oolldddd' || 'hhttiσσ');
      value := replace(replace(replace(replace(value, 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe');
      value := replace(replace(replace(replace(value, 'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
      return lower(value);
    end $$;
-- For large tables: a generated column would rewrite the text with each change of the row.
create function fold_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := folded(new.search_text);
      return new;
    end $$;

-- --- Trigger functions of several tables ---------------------------------------------------------
create function refuse_rewriting() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never rewritten', tg_table_name; end $$;
create function refuse_removal() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never changed or removed', tg_table_name; end $$;
-- Makes `updated_at` strictly later with each change: pages keep the newest state of a record that live
-- events bring.
create function later_update() returns trigger language plpgsql as $$
    begin
      new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 millisecond');
      return new;
    end $$;

-- --- Audit log -----------------------------------------------------------------------------------
-- Triggers `<table>_audit` write each change made in a transaction that names its author
-- (`set_config('tahanan.actor', …, true)`). The server writes logins and refusals (docs/decisions/0010-audit-
-- log.md).
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor_area text not null, actor_id bigint, actor_name text not null,
  action text not null,
  subject text not null, subject_id text, subject_name text,
  before jsonb, after jsonb,
  detail text, address text
);
comment on table audit_log is 'Actions of the office and refusals. Append-only.';
comment on column audit_log.actor_name is 'Name at that moment: the account may be deleted since.';
comment on column audit_log.subject is 'A table, or another word of AUDIT_SUBJECTS.';
comment on column audit_log.subject_name is 'Name of the record at that moment.';
comment on column audit_log.before is 'Changed fields only.';
comment on column audit_log.after is 'Changed fields only. A secret has the word set, changed or removed.';
comment on column audit_log.address is 'IP address of the caller.';
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_area, actor_id, at desc, id desc);
create index audit_log_subject on audit_log (subject, subject_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_folded on audit_log using gin (
  folded(actor_name || ' ' || coalesce(subject_name, '') || ' ' || coalesce(detail, '') || ' ' ||
    coalesce(address, '')) gin_trgm_ops);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_removal();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_removal();
-- The privilege is checked before the trigger, and also for statements that match no row.
revoke update, delete, truncate on audit_log from current_user;

-- Cuts a long text, so that versions of it cannot fill the disk.
create function audit_value(value jsonb) returns jsonb immutable language sql as $$
    select case when octet_length(value::text) <= 16384 then value
      else jsonb_build_object('begins', left(value #>> '{}', 2000), 'characters', length(value #>> '{}'))
      end $$;
-- Returns the settings of the mobile app by name, with a hash in place of the connection string.
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
-- Arguments of a trigger: columns to leave out, and `column=word` for a secret, which is logged as that word
-- with 'set', 'changed' or 'removed'. Of a ticket's details only the names of the changed fields are kept,
-- because identity data of visitors is erased after 30 days (rules 6.18).
create function audit_change() returns trigger language plpgsql as $$
    declare
      actor jsonb := current_setting('tahanan.actor')::jsonb;
      was jsonb := '{}'; becomes jsonb := '{}'; secrets jsonb := '{}';
      kept_before jsonb := '{}'; kept_after jsonb := '{}';
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
        if argument like '%=%' then
          secrets := secrets ||
            jsonb_build_object(split_part(argument, '=', 1), split_part(argument, '=', 2));
        else was := was - argument; becomes := becomes - argument; end if;
      end loop;
      for field in select key from jsonb_each(was || becomes) loop
        old_value := was -> field; new_value := becomes -> field; word := secrets ->> field;
        if field in ('id', 'created_at', 'updated_at') or old_value is not distinct from new_value then
          continue;
        end if;
        if tg_op = 'INSERT' and new_value in ('null', '""', '[]', '{}') then continue; end if;
        if word is not null then
          kept_after := kept_after || jsonb_build_object(word, case
            when new_value is null or new_value = 'null' then 'removed'
            when old_value is null or old_value = 'null' then 'set' else 'changed' end);
        elsif tg_table_name = 'tickets' and field = 'details' then
          kept_after := kept_after || jsonb_build_object('details', (
            select coalesce(jsonb_agg(key order by key), '[]')
            from jsonb_object_keys(coalesce(old_value, '{}') || coalesce(new_value, '{}')) as key
            where (old_value -> key) is distinct from (new_value -> key)));
        else
          if tg_op <> 'INSERT' then
            kept_before := kept_before || jsonb_build_object(field, audit_value(old_value));
          end if;
          if tg_op <> 'DELETE' then
            kept_after := kept_after || jsonb_build_object(field, audit_value(new_value));
          end if;
        end if;
      end loop;
      if tg_op = 'UPDATE' and kept_before = '{}' and kept_after = '{}' then return null; end if;
      insert into audit_log (actor_area, actor_id, actor_name, action, subject, subject_id, subject_name,
        before, after, address)
      values (actor ->> 'area', (actor ->> 'id')::bigint, coalesce(actor ->> 'name', ''),
        case when tg_op = 'INSERT' then 'add' when tg_op = 'DELETE' then 'remove'
          when tg_table_name not in ('service_settings', 'terms')
            and (was ->> 'status') <> '0' and (becomes ->> 'status') = '0'
            then 'delete' else 'change' end,
        tg_table_name, coalesce(named ->> 'id', named ->> 'name', named ->> 'type'),
        left(coalesce(named ->> 'ticket_number', named ->> 'reference_number',
          (named ->> 'client_code') || coalesce(' ' || nullif(named ->> 'uoccname', ''), ''),
          named ->> 'title', named ->> 'header', named ->> 'name', named ->> 'type',
          named ->> 'comment', named ->> 'soa_file_name'), 200),
        nullif(kept_before, '{}'), nullif(kept_after, '{}'), actor ->> 'address');
      return null;
    end $$;

-- --- Files ---------------------------------------------------------------------------------------
create table files (
  key text primary key,
  folder text not null,
  name text not null,
  mime text not null,
  bytes bigint not null,
  sha256 bytea,
  width integer, height integer,
  has_thumb boolean not null default false,
  uploader_area text not null, uploader_id bigint not null,
  owner_kind text, owner_id bigint,
  created_at timestamptz(3) not null default clock_timestamp(),
  released_at timestamptz(3) not null default clock_timestamp()
);
comment on table files is 'Uploaded files, their uploaders and the records that own them.';
comment on column files.key is 'Path in the store.';
comment on column files.name is 'Name of the upload.';
comment on column files.sha256 is
  'Of the uploaded content: finds a deposit slip that was sent twice (rules 8.36).';
comment on column files.owner_id is 'Null: no record names the file yet, or any more.';
comment on column files.released_at is 'When it lost its owner, or was uploaded. A day later it is removed.';
create index files_owner on files (owner_kind, owner_id) where owner_id is not null;
create index files_unowned on files (released_at) where owner_id is null;
create index files_sha256 on files (sha256) where sha256 is not null and owner_kind = 'payment';

-- --- Live events, repeated calls, secrets, backups -----------------------------------------------
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table outbox is
  'Live events to send: written in the transaction of the change, deleted in the one that sends them.';

create table idempotency_keys (
  area text not null, account_id bigint not null,
  call text not null,
  key text not null,
  body_sha bytea not null,
  record_id bigint,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, account_id, call, key)
);
comment on table idempotency_keys is
  'Creates that came with an Idempotency-Key, for a day: a repeated call is answered with its record.';
comment on column idempotency_keys.record_id is 'Null while the first call runs.';

create table secrets (name text primary key, value bytea not null);
comment on table secrets is
  'Secrets that the portal makes and its processes share, such as the key of signed links. In no backup.';

create table backups (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('person', 'schedule', 'reset', 'command')),
  started_by text not null default '',
  file text, bytes bigint, sha256 text,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'removed')),
  problem text,
  started_at timestamptz(3) not null default clock_timestamp(), finished_at timestamptz(3)
);
comment on table backups is 'Backups that were made. The files themselves are in BACKUP_DIR.';
comment on column backups.started_by is 'Name of the person, or account of the machine.';
create unique index backups_file on backups (file);
