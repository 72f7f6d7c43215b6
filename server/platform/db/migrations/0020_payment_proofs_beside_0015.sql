-- The office's proof that the money of an online payment came, where its gateway has not said so (rules 8.32).
alter table payments add column proof jsonb not null default '[]';
