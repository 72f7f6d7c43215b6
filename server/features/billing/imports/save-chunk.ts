import { IMPORT_VERDICTS, TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import type { ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import { planned } from '../../../platform/db/client.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { tell } from '../../../platform/realtime/outbox.ts'
import {
  columnAfter,
  COMPARED,
  GOES_IN,
  REASONS,
  TENANT_OF_ROW,
  UNKNOWN_TENANT,
  WITH_PDF,
  WITH_TENANT,
} from './compare.ts'

/** An import that is being saved. */
export interface SavedImport {
  readonly id: number
  readonly uniqId: string
  readonly adminId: number
  readonly timeZone: string
  /** The caller confirmed corrections: other amounts for dates that have a statement already (rules 7.15). */
  readonly correctionsConfirmed: boolean
}

interface Range {
  readonly first: number
  readonly last: number
}

// Rows are saved in their order, so the next ones are a range of it. `$1` is the import, `$2` and `$3` the range.
const CHUNK = `r.import_id = $1 and r.row between $2 and $3`
const UNSAVED = `${CHUNK} and r.saved_at is null and r.${GOES_IN}`

const NEXT = `
  select min(row) as first, max(row) as last from (
    select row from statement_import_rows where import_id = $1 and saved_at is null and ${GOES_IN}
    order by row limit $2
  ) as next`

// Tenants and files in the order of their keys: two changes that lock the same ones in another order would wait for each other.
const LOCK_TENANTS = `
  select t.id from tenants t where t.status <> 0
    and lower(t.client_code) in (select lower(r.urefno) from statement_import_rows r where ${UNSAVED})
  order by t.id for no key update`

const LOCK_FILES = `
  select k.key from files k where k.key in (
    select f.file_key from statement_import_rows r
    join statement_import_files f on f.import_id = r.import_id and f.name = r.pdf where ${UNSAVED}
  ) order by k.key for update`

// A tenant who cannot log in until somebody sets a password (rules 7.5).
const CREATE_TENANTS = `
  insert into tenants (client_code, ${TENANT_COLUMNS.join(', ')}, type, status, post_by_id)
  select r.urefno, ${TENANT_COLUMNS.map((column) => `coalesce(r.fields ->> '${column}', '')`).join(', ')}, 3, 1, $4
  from statement_import_rows r
  where ${UNSAVED} and r.amount is not null and not exists (select from tenants t where ${TENANT_OF_ROW})
  order by r.row on conflict do nothing returning id`

// The comparison of the preview once more, now that nobody else can change these tenants and files. `saved_since` is how new the
// newest of what other imports saved since the preview is: its date, or where it has none the time of its own preview.
const COMPARE = `
  with since as (
    select x.tenant_id, max(coalesce(x.invdate, o.prepared_at)) as newest
    from statement_imports i join statement_imports o on o.id <> i.id and o.saving_at > i.prepared_at
    join statement_import_rows x on x.import_id = o.id and x.saved_at is not null and x.${GOES_IN}
    where i.id = $1 group by x.tenant_id
  )
  select r.row, ${COMPARED}, r.invdate is not null as dated, since.newest is not null as overtaken,
    r.invdate < since.newest as older_than_saved, r.correction and r.amount_before = t.soa_amount as shown, case when f.owner_id is null or (f.owner_kind = 'statement' and f.owner_id = t.id) then f.file_key end
      as file_key, f.sha256
  from statement_import_rows r ${WITH_TENANT} ${WITH_PDF} left join since on since.tenant_id = t.id
  where ${UNSAVED} order by r.row`

const SETTLE = `
  update statement_import_rows r set tenant_id = c.tenant_id, verdict = c.verdict, reason = coalesce(c.reason, r.reason),
    amount_before = c.amount_before, amount_after = c.amount_after, statement = c.statement,
    file_key = c.file_key, file_sha = decode(c.sha, 'hex'), saved_at = clock_timestamp()
  from jsonb_to_recordset($2::jsonb) as c(row integer, tenant_id bigint, verdict text, reason text, amount_before numeric,
    amount_after numeric, statement boolean, file_key text, sha text)
  where r.import_id = $1 and r.row = c.row`

// A PDF takes the old one's place; without one, a statement of another date has none, and the same statement keeps its own.
const UPDATE_TENANTS = `
  update tenants t set ${TENANT_COLUMNS.map((column) => `${column} = ${columnAfter(column)}`).join(', ')},
    soa_amount = r.amount_after, soa_date = coalesce(r.invdate, t.soa_date),
    soa_name = case when r.file_key is not null then substr(r.file_key, length('soa/pdf/') + 1)
      when r.invdate is distinct from t.soa_date and r.invdate is not null then null else t.soa_name end,
    title = case when r.invdate is not null
        then 'Statement of Account, ' || to_char(r.invdate at time zone $4, 'FMMonth YYYY')
      when t.title = '' then 'Statement of Account' else t.title end,
    updated_at = greatest(clock_timestamp(), t.updated_at + interval '1 ms')
  from statement_import_rows r where ${CHUNK} and r.verdict in ('new', 'changed') and t.id = r.tenant_id`

// A statement that was imported without its PDF is completed by it; everything else is a statement of its own.
const WRITE_STATEMENTS = `
  with completed as (
    update statements s set soa_name = t.soa_name, attachment = r.attachment, sha256 = r.file_sha, updated_at = clock_timestamp()
    from statement_import_rows r join tenants t on t.id = r.tenant_id
    where ${CHUNK} and r.statement and r.file_key is not null and s.soa_name is null
      and s.id = (select max(l.id) from statements l where l.tenant_id = t.id)
      and s.soa_amount = t.soa_amount and s.soa_date is not distinct from t.soa_date
    returning r.row
  )
  insert into statements (tenant_id, import_id, title, soa_amount, soa_date, soa_name, attachment, sha256)
  select t.id, $1, t.title, t.soa_amount, t.soa_date, t.soa_name,
    case when r.invdate is not null and t.soa_name is null then nullif(r.attachment, '')
      else coalesce(nullif(r.attachment, ''), before.attachment) end,
    case when r.file_key is not null then r.file_sha when t.soa_name is not null then before.sha256 end
  from statement_import_rows r join tenants t on t.id = r.tenant_id
  left join lateral (
    select s.attachment, s.sha256 from statements s where s.tenant_id = t.id order by s.id desc limit 1
  ) as before on true
  where ${CHUNK} and r.statement and r.row not in (select row from completed)
  order by r.row`

const CLAIM_FILES = `
  update files k set owner_kind = 'statement', owner_id = r.tenant_id
  from statement_import_rows r where ${CHUNK} and k.key = r.file_key and k.owner_id is null`

const NOTIFY = `
  insert into notifications (area, tenant_id, title, message, link)
  select 'client', t.id, 'New statement of account',
    t.title || ': ₱' || to_char(t.soa_amount, 'FM9,999,999,990.00'), '/billings'
  from statement_import_rows r join tenants t on t.id = r.tenant_id
  where ${CHUNK} and r.statement order by r.row returning id`

const COUNT = `
  update statement_imports set saved = saved + $2 + $3 + $4, created = created + $2, updated = updated + $3,
    unchanged = unchanged + $4, refused = refused + $5, skipped = skipped + $6, total = total - $5 - $6, problem = null, updated_at = clock_timestamp()
  where id = $1`

/** The next rows to save, at most so many; null when all are saved. */
export async function nextRange(db: Tx, importId: number, rows: number): Promise<Range | null> {
  const [next] = await planned<{ first: number | null; last: number | null }>(db, NEXT, [importId, rows])
  return next?.first && next.last ? { first: next.first, last: next.last } : null
}

/**
 * Saves a range of rows in the caller's transaction: tenants, statements, their PDFs, notifications, what is told live, and
 * that these rows are saved. Answers nothing: the import itself tells how far it is.
 */
export async function saveChunk(
  tx: Tx,
  { id, uniqId, adminId, timeZone, correctionsConfirmed }: SavedImport,
  range: Range,
): Promise<void> {
  const chunk = [id, range.first, range.last]
  await planned(tx, LOCK_TENANTS, chunk)
  await planned(tx, LOCK_FILES, chunk)
  const made = await planned<{ id: number }>(tx, CREATE_TENANTS, [...chunk, adminId])
  const fresh = new Set(made.map((tenant) => tenant.id))
  const settled = (await planned<ComparedRow>(tx, COMPARE, chunk)).map((row) =>
    settle(row, fresh, correctionsConfirmed),
  )
  await planned(tx, SETTLE, [id, JSON.stringify(settled)])
  await planned(tx, UPDATE_TENANTS, [...chunk, timeZone])
  await planned(tx, WRITE_STATEMENTS, chunk)
  await planned(tx, CLAIM_FILES, chunk)
  const notices = await planned<{ id: number }>(tx, NOTIFY, chunk)
  await planned(tx, COUNT, [id, ...IMPORT_VERDICTS.map((verdict) => count(settled, verdict))])
  const changed = settled.filter(({ verdict }) => verdict === 'new' || verdict === 'changed')
  if (changed.length > 0)
    await tell(tx, 'statements', {
      tenantIds: changed.flatMap(({ tenant_id }) => tenant_id ?? []),
      notificationIds: notices.map((notice) => notice.id),
    })
  await tell(tx, 'import', { uniqId })
}

interface ComparedRow {
  row: number
  tenant_id: number | null
  amount_before: number | null
  amount_after: number | null
  fields_change: boolean | null
  figures_change: boolean | null
  sha_before: Buffer | null
  older: boolean | null
  correction: boolean | null
  dated: boolean
  overtaken: boolean
  older_than_saved: boolean | null
  shown: boolean | null
  file_key: string | null
  sha256: Buffer | null
}

/** Settles a row's effect: `statement` says whether the tenant gets one, and not only another telephone number. */
function settle(row: ComparedRow, fresh: ReadonlySet<number>, correctionsConfirmed: boolean) {
  const { tenant_id, file_key, sha256 } = row
  const isNew = tenant_id !== null && fresh.has(tenant_id)
  const left =
    tenant_id === null ? refused(UNKNOWN_TENANT) : isNew ? null : leftOut(row, correctionsConfirmed)
  if (left) {
    const { amount_before, amount_after } = row
    return { row: row.row, tenant_id, ...left, amount_before, amount_after, statement: false }
  }
  const pdfChanges = file_key !== null && sha256 !== null && !row.sha_before?.equals(sha256)
  const statement = isNew || row.figures_change === true || pdfChanges
  return {
    row: row.row,
    tenant_id,
    verdict: isNew
      ? ('new' as const)
      : statement || row.fields_change
        ? ('changed' as const)
        : ('unchanged' as const),
    amount_before: isNew ? null : row.amount_before,
    amount_after: row.amount_after,
    statement,
    ...(statement && file_key !== null && { file_key, sha: sha256?.toString('hex') }),
  }
}

const refused = (reason: string) => ({ verdict: 'refused' as const, reason })
const skipped = (reason: string) => ({ verdict: 'skipped' as const, reason })

/** Returns why a row is left out, as the tenant is now; null where it is saved or changes nothing. */
function leftOut(row: ComparedRow, correctionsConfirmed: boolean) {
  if (!row.figures_change && !row.fields_change) return null
  if (row.older || row.older_than_saved) return skipped(REASONS.older)
  if (!row.dated && row.overtaken) return refused(REASONS.overtaken)
  if (!row.correction) return null
  if (!row.shown) return refused(REASONS.overtaken)
  return correctionsConfirmed ? null : skipped(REASONS.notConfirmed)
}

const count = (rows: readonly { verdict: ImportVerdict }[], wanted: ImportVerdict): number =>
  rows.filter(({ verdict }) => verdict === wanted).length

/** Refuses one row that the database does not take, so that it stops nothing but itself. */
export async function refuseRow(tx: Tx, importId: number, row: number): Promise<void> {
  await planned(
    tx,
    `update statement_import_rows set verdict = 'refused', reason = 'The database does not take this row.'
     where import_id = $1 and row = $2`,
    [importId, row],
  )
  await planned(tx, COUNT, [importId, 0, 0, 0, 1, 0])
}
