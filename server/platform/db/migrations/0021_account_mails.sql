-- Deliveries: mails of an account that are no news stand there too.
-- beside: 0017_gate_workers

alter table deliveries
  alter column notification_id drop not null,
  add column purpose text,
  add constraint deliveries_purpose_check check ((notification_id is null) = (purpose is not null)),
  drop constraint deliveries_area_check,
  add constraint deliveries_area_check check (area in ('client', 'admin', 'super-admin'));
comment on column deliveries.notification_id is 'Null: a mail that is no news, with a purpose.';
comment on column deliveries.purpose is
  'Of a mail that is no news: login details, a link for a new password, a warning of wrong codes. Its text is stored nowhere.';
comment on table deliveries is
  'Mails and push messages: one for each reader and channel of a notification, and one for each mail that is no news.';
create index deliveries_account_mails on deliveries (at) where notification_id is null;
