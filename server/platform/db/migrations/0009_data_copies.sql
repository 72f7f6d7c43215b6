-- Data copies: copies of a person's data that the portal makes for them.
-- beside: 0001_version_1

create table data_copies (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  asked_by_area text not null check (asked_by_area in ('client', 'super-admin')),
  asked_by_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed', 'deleted')),
  file text unique,
  bytes bigint,
  files integer,
  problem text,
  created_at timestamptz(3) not null default clock_timestamp(),
  made_at timestamptz(3),
  deleted_at timestamptz(3),
  constraint data_copies_ready check (state <> 'ready' or num_nonnulls(file, bytes, files, made_at) = 4)
);
comment on table data_copies is 'Copies of a tenant''s personal data (rules 26). The files are in DATA_DIR/copies, or in the bucket.';
comment on column data_copies.asked_by_area is 'With asked_by_id: the tenant or super-administrator who asked for it.';
comment on column data_copies.file is 'Name in the folder of copies, set before the file is begun.';
comment on column data_copies.files is 'Stored files in it.';
comment on column data_copies.problem is 'Why it failed, or what is missing in it.';
create index data_copies_tenant on data_copies (tenant_id, id);
create unique index data_copies_one_at_a_time on data_copies (tenant_id) where state in ('waiting', 'making');
