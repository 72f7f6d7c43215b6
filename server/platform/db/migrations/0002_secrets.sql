-- Secrets that the portal makes for itself and that all its processes share, such as the one that signs links to files. A table of
-- their own: settings are read by everybody, and a reset of the data leaves these alone.

create table secrets (name text primary key, value bytea not null);
