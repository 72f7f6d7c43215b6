-- Cash, cheques and bank transfers that the office enters (rules 8.2).
alter table payments drop constraint payments_type_check, add constraint payments_type_check check (type between 1 and 6);
