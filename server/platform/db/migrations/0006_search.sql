-- Searches: client codes without dashes and blanks, and texts of tickets with the labels of their choices.
-- beside: 0001_baseline

-- Older versions search the tenants without this index: there are few.
drop index tenants_search;
create index tenants_words on tenants using gin (translate(lower(client_code || E'\n' || uoccname || E'\n' ||
  replace(client_code, ' ', '')), '-', '') gin_trgm_ops);

-- A text with an empty line after the number has labels and codes. The server rewrites the others in batches.
create index tickets_old_search on tickets (id) where search_text not like E'%\n\n%';
comment on column tickets.search_text is
  'Searchable fields in lower case, written by the server: the number, an empty line, texts, labels, codes.';
