-- Erasures: erased people, and what prevents an erasure (rules 26.8 to 26.12).
-- beside: 0001_version_1

create table erasures (
  id uuid primary key,
  kind text not null check (kind in ('tenant', 'visitor')),
  tenant_id bigint,
  ticket_ids bigint[] not null default '{}',
  walk_in_ids bigint[] not null default '{}',
  hash text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  erased jsonb not null default '{}',
  problem text not null default '',
  asked_by text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  done_at timestamptz(3),
  check ((kind = 'tenant') = (tenant_id is not null))
);
comment on table erasures is 'Erasures of personal data: ids, no names.';
comment on column erasures.hash is 'SHA-256 of the ids and moments of creation: after a restore the same id may be another person.';
comment on column erasures.erased is 'Number of rows that lost data, by table.';
comment on column erasures.asked_by is 'Name of the super-administrator.';
create index erasures_newest on erasures (created_at desc, id);
create unique index erasures_waiting on erasures (tenant_id) where state = 'waiting' and kind = 'tenant';

create table erasure_holds (
  tenant_id bigint primary key references tenants on delete cascade,
  reason text not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table erasure_holds is 'Tenants whose data is not erased, such as during a dispute.';
