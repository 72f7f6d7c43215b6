-- Records that were created with an Idempotency-Key, for a day: the same call again is answered with the record that it made.
create table idempotency_keys (
  area text not null,
  account_id bigint not null,
  call text not null,
  key text not null,
  body_sha bytea not null,
  record_id bigint,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (area, account_id, call, key)
);
