-- Erasures: gate entries without a ticket and a walk-in, such as of people who were refused (rules 26.8).
-- beside: 0001_version_1

alter table erasures add column gate_event_ids bigint[] not null default '{}';
