-- When the caller of a session last gave the password or a code again.

alter table sessions add column confirmed_at timestamptz;
