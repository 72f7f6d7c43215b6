import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Who did what, second factors, what is known of a session, backups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Tables whose changes by administrators and the super-administrator are written down, and what never is. */
const AUDITED: Readonly<Record<string, readonly string[]>> = {
  tenants: ['password_hash', 'search_text', 'last_seen'],
  admins: ['password_hash', 'last_seen', 'totp_secret', 'totp_step'],
  super_admins: ['password_hash', 'last_seen', 'totp_secret', 'totp_step'],
  settings: [],
  service_settings: [],
  terms: [],
  amenities: ['search_text'],
  tickets: ['search_text', 'version'],
  posts: ['search_text', 'version', 'turns_at', 'announced_at', 'shown_from'],
  comments: [],
  memorandums: ['search_text'],
  policy_headers: ['search_text'],
  policies: ['search_text'],
  advertisements: ['search_text'],
  payments: ['search_text', 'version', 'receipt'],
  statement_imports: ['saved', 'saving_at'],
}

const STATEMENTS = [
  // --- Audit log --------------------------------------------------------------------------------------------------
  // Written by triggers, so that no change is forgotten: every change of the tables below in a transaction that says whose
  // it is (`set_config('tahanan.actor', …, true)`), with the fields that differ. Logins and refusals are written by the
  // server. Nobody rewrites or removes a row.
  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null default clock_timestamp(),
    actor_area text not null, actor_id bigint, actor_name text not null,
    action text not null,
    subject text not null, subject_id text,
    before jsonb, after jsonb,
    detail text, address text
  )`,
  `create index audit_log_newest on audit_log (id desc)`,
  `create index audit_log_actor on audit_log (actor_area, actor_id, id desc)`,
  `create index audit_log_subject on audit_log (subject, subject_id, id desc)`,
  `create index audit_log_action on audit_log (action, id desc)`,
  `create function refuse_removal() returns trigger language plpgsql as $$
    begin raise exception 'rows of % are never changed or removed', tg_table_name; end $$`,
  `create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_removal()`,
  `create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_removal()`,
  // Arguments: the columns that are never written down. Identity data of visitors lives for 30 days only (decisions §7),
  // so of a ticket's details only the names of what changed are kept.
  `create function audit_change() returns trigger language plpgsql as $$
    declare
      actor jsonb := nullif(current_setting('tahanan.actor', true), '')::jsonb;
      was jsonb := '{}'; becomes jsonb := '{}'; kept_before jsonb := '{}'; kept_after jsonb := '{}'; field text;
    begin
      if tg_op <> 'INSERT' then was := to_jsonb(old) - tg_argv; end if;
      if tg_op <> 'DELETE' then becomes := to_jsonb(new) - tg_argv; end if;
      for field in select key from jsonb_each(was || becomes) loop
        if field not in ('updated_at', 'created_at') and (was -> field) is distinct from (becomes -> field) then
          if tg_table_name = 'tickets' and field = 'details' then
            kept_after := kept_after || jsonb_build_object('details', (
              select coalesce(jsonb_agg(key order by key), '[]') from jsonb_object_keys(coalesce(was -> 'details', '{}') || coalesce(becomes -> 'details', '{}')) as key
              where (was -> 'details' -> key) is distinct from (becomes -> 'details' -> key)));
          else
            if tg_op <> 'INSERT' then kept_before := kept_before || jsonb_build_object(field, was -> field); end if;
            if tg_op <> 'DELETE' then kept_after := kept_after || jsonb_build_object(field, becomes -> field); end if;
          end if;
        end if;
      end loop;
      if kept_before = '{}' and kept_after = '{}' then return null; end if;
      insert into audit_log (actor_area, actor_id, actor_name, action, subject, subject_id, before, after, address)
      values (actor ->> 'area', (actor ->> 'id')::bigint, actor ->> 'name',
        case when tg_op = 'INSERT' then 'add' when tg_op = 'DELETE' then 'remove'
          when (was ->> 'status') <> '0' and (becomes ->> 'status') = '0' then 'delete' else 'change' end,
        tg_table_name, coalesce(becomes ->> 'id', was ->> 'id', becomes ->> 'name', was ->> 'name', becomes ->> 'type', was ->> 'type'),
        nullif(kept_before, '{}'), nullif(kept_after, '{}'), actor ->> 'address');
      return null;
    end $$`,

  // --- Second factor ----------------------------------------------------------------------------------------------
  // The secret of the authenticator app, sealed with a key of table secrets; totp_step is the last step that was used, so
  // that a code counts once.
  `alter table admins add column totp_secret bytea, add column totp_since timestamptz(3), add column totp_step bigint`,
  `alter table super_admins add column totp_secret bytea, add column totp_since timestamptz(3), add column totp_step bigint,
    add column updated_at timestamptz(3) not null default clock_timestamp()`,
  `create table recovery_codes (
    id bigint generated always as identity primary key,
    area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
    code_hash bytea not null, used_at timestamptz(3),
    created_at timestamptz(3) not null default clock_timestamp()
  )`,
  `create index recovery_codes_account on recovery_codes (area, account_id)`,
  // The password was right; the code is awaited.
  `create table login_challenges (
    token_hash bytea primary key,
    area text not null check (area in ('admin', 'super-admin')), account_id bigint not null,
    tries smallint not null default 0,
    created_at timestamptz(3) not null default clock_timestamp()
  )`,

  // --- Sessions ---------------------------------------------------------------------------------------------------
  `alter table sessions add column device text not null default '', add column address text not null default ''`,

  // --- Backups ----------------------------------------------------------------------------------------------------
  `create table backups (
    id bigint generated always as identity primary key,
    cause text not null check (cause in ('person', 'schedule', 'reset', 'command')),
    started_by text not null default '',
    file text, bytes bigint, sha256 text,
    state text not null default 'running' check (state in ('running', 'done', 'failed', 'removed')),
    problem text,
    started_at timestamptz(3) not null default clock_timestamp(), finished_at timestamptz(3)
  )`,

  ...Object.entries(AUDITED).map(
    ([table, secrets]) =>
      `create trigger ${table}_audit after insert or update or delete on ${table} for each row
        when (current_setting('tahanan.actor', true) <> '') execute function audit_change(${secrets.map((name) => `'${name}'`).join(', ')})`,
  ),
]
