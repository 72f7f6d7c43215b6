-- What balance, payments and the last statements let expect of a row's amount (rules 7.32); null where nothing does. (The version
-- before expects nothing.)
alter table statement_import_rows add column expected_from numeric(14,2);
alter table statement_import_rows add column expected_to numeric(14,2);
