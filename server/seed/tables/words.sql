-- Temporary functions for the other files.

create function pg_temp.iso(at timestamptz) returns text language sql stable as
  $$ select to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Replaces each placeholder (`signs`) in a text by its value.
create function pg_temp.fill_in(text text, signs text[], vals text[]) returns text language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(signs) loop
    text := replace(text, signs[n], vals[n]);
  end loop;
  return text;
end $$;
