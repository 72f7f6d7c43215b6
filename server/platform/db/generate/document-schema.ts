import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientBase } from 'pg'

const SERVER_PACKAGE = createRequire(import.meta.url).resolve('@tahanan/server/package.json')
export const DOCS_URL = pathToFileURL(join(SERVER_PACKAGE, '../../docs/'))
const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations')

type Table = {
  readonly name: string
  readonly meaning: string | null
  readonly columns: readonly Column[]
  readonly constraints: readonly string[]
  readonly referredBy: readonly string[]
}
type Column = {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly value: string
  readonly target: string | null
  readonly meaning: string | null
}

export async function documentSchema(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<Table>(TABLES_QUERY)
  const areas = loadAreas()
  const formatLink = (table: string, from: string, folder = ''): string => {
    const area = areas.find(({ tables }) => tables.includes(table))?.name ?? ''
    return `[${table}](${area === from ? '' : `${folder}${area}.md`}#${table})`
  }
  const documents = new Map<string, string>()
  const index = ['# Schema', '', GENERATED_MARKER, '', INTRODUCTION]
  for (const { name, title, tables } of areas) {
    const areaTables = tables.flatMap((table) => rows.filter((row) => row.name === table))
    const linkTable = (table: string): string => formatLink(table, name)
    documents.set(
      `schema/${name}.md`,
      [`# ${title}`, GENERATED_MARKER, ...areaTables.map((table) => describeTable(table, linkTable))].join(
        '\n\n',
      ) + '\n',
    )
    index.push('', `## [${title}](schema/${name}.md)`, '')
    for (const table of areaTables)
      index.push(`- ${formatLink(table.name, '', 'schema/')}${table.meaning ? `: ${table.meaning}` : ''}`)
  }
  return documents.set('schema.md', `${index.join('\n')}\n`)
}

const GENERATED_MARKER = '<!-- written by `npm run db:types` -->'
const INTRODUCTION = `The tables by area. Each area's SQL, with triggers and indexes, is a file of
\`server/platform/db/migrations/\`. Columns hold a value unless 'null' stands beside them.`

function loadAreas(): { name: string; title: string; tables: string[] }[] {
  return globSync('**/*.sql', { cwd: MIGRATIONS_FOLDER })
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')
      const tables = [...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table = '']) => table)
      const title = /^-- ([^:\n]*)/.exec(text)?.[1] ?? file
      return { name: basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', '-'), title, tables }
    })
    .filter(({ tables }) => tables.length > 0)
}

function describeTable(table: Table, linkTable: (table: string) => string): string {
  const lines = [`## ${table.name}`]
  if (table.meaning) lines.push(table.meaning)
  const rows = table.columns.map(({ name, type, isNullable, value, target, meaning }) => [
    name,
    type,
    isNullable ? 'null' : '',
    value && `\`${value.replaceAll('|', '\\|')}\``,
    [target && `→ ${linkTable(target)}`, meaning].filter(Boolean).join('. '),
  ])
  lines.push(formatMarkdownTable([['column', 'type', 'null', 'default', 'meaning'], ...rows]))
  if (table.constraints.length > 0) lines.push(table.constraints.map((text) => `- \`${text}\``).join('\n'))
  if (table.referredBy.length > 0) lines.push(`Referred to by ${table.referredBy.map(linkTable).join(', ')}.`)
  return lines.join('\n\n')
}

function formatMarkdownTable(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, n) => Math.max(3, ...rows.map((row) => row[n]?.length ?? 0))) ?? []
  const formatLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, n) => (n === cells.length - 1 ? cell : cell.padEnd(widths[n] ?? 0))).join(' | ')} |`
  const [head = [], ...body] = rows
  return [
    formatLine(head),
    formatLine(head.map((_, n) => '-'.repeat(n === head.length - 1 ? 7 : (widths[n] ?? 3)))),
    ...body.map(formatLine),
  ].join('\n')
}

const TABLES_QUERY = `
  with keys as (
    select *, case when cardinality(conkey) = 1 and contype = 'f' then conkey[1] end as linked
    from pg_constraint
  )
  select relname as name, obj_description(t.oid, 'pg_class') as meaning,
    (select json_agg(json_build_object(
      'name', attname, 'isNullable', not attnotnull, 'meaning', col_description(t.oid, attnum),
      'type', replace(format_type(atttypid, atttypmod), 'timestamp(3) with time zone', 'timestamptz(3)'),
      'value', case when attidentity <> '' then 'identity' when attgenerated <> '' then 'generated'
        else coalesce(pg_get_expr(adbin, adrelid), '') end,
      'target', (select confrelid::regclass::text from keys where conrelid = t.oid and linked = attnum)
    ) order by attnum) from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
    array(select pg_get_constraintdef(oid) from keys
      where conrelid = t.oid and contype in ('p', 'u', 'c', 'x', 'f') and linked is null
      order by contype desc, conname) as constraints,
    array(select distinct conrelid::regclass::text from keys
      where confrelid = t.oid order by 1) as "referredBy"
  from pg_class t where relnamespace = 'public'::regnamespace and relkind = 'r'`
