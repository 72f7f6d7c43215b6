import { sql, type InsertObject } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import {
  SERIES_FORMS,
  SERIES_KIND_NAMES,
  MAX_SKIPPED_NUMBERS,
  type SeriesKind,
} from '@tahanan/contract/billing/series.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

const selectSeries = (db: DbOrTx) =>
  db
    .selectFrom('number_series as s')
    .leftJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.id', 's.kind', 's.prefix', 's.year', 's.first', 's.last', 's.next', 's.created_at'])
    .select(['s.permit', 's.permit_date as permitDate', 's.registered_name as registeredName', 's.tin'])
    .select(['s.address', 'a.name as by', 's.closed_at as closedAt'])
    .select([
      sql<string | null>`case when s.next > s.first then number_text(s.prefix, s.next - 1) end`.as(
        'lastIssued',
      ),
      sql<boolean>`s.restored_at is not null`.as('unconfirmed'),
    ])
type SeriesRow = Awaited<ReturnType<typeof listSeries>>[number]

export function listSeries(db: DbOrTx) {
  return selectSeries(db)
    .orderBy(sql`s.closed_at is not null`)
    .orderBy('s.id', 'desc')
    .execute()
}

export async function findSeries(db: DbOrTx, id: number): Promise<SeriesRow> {
  return requireFound(await selectSeries(db).where('s.id', '=', id).executeTakeFirst())
}

export function findOpenSeries(db: DbOrTx, kind: SeriesKind): Promise<SeriesRow | undefined> {
  return selectSeries(db).where('s.kind', '=', kind).where('s.closed_at', 'is', null).executeTakeFirst()
}

/**
 * Locks the number series of a kind (receipts or invoices) until the transaction ends, so that changes of its
 * numbers run one after the other. Returns the open series.
 */
async function lockOpenSeries(tx: Tx, kind: SeriesKind): Promise<SeriesRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`tahanan.series.${kind}`}))`.execute(tx)
  return findOpenSeries(tx, kind)
}

type NewSeries = Omit<InsertObject<DB, 'number_series'>, 'next'>

async function replaceSeries(tx: DbOrTx, series: NewSeries): Promise<number> {
  await tx
    .updateTable('number_series')
    .set({ closed_at: CLOCK, restored_at: null })
    .where('kind', '=', series.kind)
    .where('closed_at', 'is', null)
    .execute()
  const insertQuery = tx.insertInto('number_series').values({ ...series, next: series.first })
  return (await insertQuery.returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Opens the number series for the receipts of a year. The portal calls this automatically, unless the office
 * has opened another series.
 */
const openYearSeries = (tx: DbOrTx, year: number, extraColumns: { restored_at?: typeof CLOCK } = {}) =>
  replaceSeries(tx, { kind: 'receipt', prefix: `AR-${year}-`, year, first: 1, ...extraColumns })

/**
 * Returns the prefix of the next receipt number. After New Year this is the prefix of the new year, even
 * before the number series of that year is open.
 */
export async function getNextReceiptPrefix(db: DbOrTx, timeZone: string): Promise<string> {
  const series = await findOpenSeries(db, 'receipt')
  const year = await findCommunityYear(db, timeZone)
  const isOver = !series || (series.year !== null && series.year < year)
  return isOver ? `AR-${year}-` : series.prefix
}

async function findCommunityYear(db: DbOrTx, timeZone: string): Promise<number> {
  const year = sql<number>`extract(year from clock_timestamp() at time zone ${timeZone})::int`.as('year')
  return (await db.selectNoFrom(year).executeTakeFirstOrThrow()).year
}

export function parseSeriesBody(body: Readonly<Details>, timeZone: string): SeriesInput {
  const kind = SERIES_KIND_NAMES.find((name) => name === body.kind)
  if (!kind) throw createInvalidInputError({ kind: ['Please choose receipts or invoices!'] })
  return { kind, values: parseFormBody(SERIES_FORMS[kind], body, { action: 'create', timeZone }).values }
}

interface SeriesInput {
  readonly kind: SeriesKind
  readonly values: Details
}

/**
 * Opens a number series and closes the open series of the same kind (rules 18.2). Returns its id. `values`
 * must be validated. Throws `seriesUnconfirmed` (409) if the open series must first be confirmed
 * (`confirmSeries`), and 400 if the numbers overlap another series.
 */
export async function openSeries(tx: Tx, admin: AdminActor, { kind, values }: SeriesInput): Promise<number> {
  const openSeriesRow = await lockOpenSeries(tx, kind)
  if (openSeriesRow) requireConfirmedSeries(openSeriesRow)
  const getText = (field: string) => String(values[field] ?? '')
  try {
    return await replaceSeries(tx, {
      kind,
      prefix: getText('prefix'),
      first: Number(values.first),
      last: values.last === null ? null : Number(values.last),
      ...(kind === 'invoice' && {
        permit: getText('permit'),
        permit_date: getText('permitDate'),
        registered_name: getText('registeredName'),
        tin: getText('tin'),
        address: getText('address'),
      }),
      admin_id: admin.id,
    })
  } catch (error) {
    // The exclusion constraint refused the numbers, because they overlap another series.
    if ((error as { code?: string }).code === '23P01')
      throw createInvalidInputError({ first: ['Numbers of this range belong to another series already.'] })
    throw error
  }
}

/**
 * Claims the next receipt or invoice number. The caller must insert it in the same transaction
 * (`insertNumber`). A lock until the end of the transaction prevents gaps and duplicates. Throws 409 if no
 * series is open, if the series has no numbers left, or if it must be confirmed after a restore.
 */
export async function claimNumber(tx: Tx, kind: SeriesKind, timeZone: string) {
  let series = await lockOpenSeries(tx, kind)
  if (series) requireConfirmedSeries(series)
  const year = await findCommunityYear(tx, timeZone)
  if (kind === 'receipt' && (!series || (series.year !== null && series.year < year)))
    series = await findSeries(tx, await openYearSeries(tx, year))
  if (!series) throw new PortalError('noInvoiceSeries')
  const { prefix, next: n, last } = series
  if (last !== null && n > last)
    throw new PortalError('seriesUsedUp', { placeholders: { last: series.lastIssued ?? '' } })
  const { number } = await tx
    .updateTable('number_series')
    .set({ next: n + 1 })
    .where('id', '=', series.id)
    .returning(sql<string>`number_text(${prefix}, ${n})`.as('number'))
    .executeTakeFirstOrThrow()
  return { series, n, number }
}

function requireConfirmedSeries({ unconfirmed, prefix }: SeriesRow): void {
  if (unconfirmed) throw new PortalError('seriesUnconfirmed', { placeholders: { prefix } })
}

/**
 * Stops every open number series until the office confirms its last printed number (rules 18.9). A restore
 * needs this, because numbers issued after the backup exist only on paper. Must run in the transaction of the
 * restore.
 */
export async function stopSeries(tx: DbOrTx): Promise<void> {
  // If the backup is older than the first receipt, no series is open. UTC is exact enough for finding the
  // year: the result is wrong only within a few hours of New Year.
  if (!(await findOpenSeries(tx, 'receipt'))) await openYearSeries(tx, await findCommunityYear(tx, 'UTC'))
  await tx.updateTable('number_series').set({ restored_at: CLOCK }).where('closed_at', 'is', null).execute()
}

const createLastPrintedError = (reason: string): PortalError =>
  createInvalidInputError({ lastPrinted: [reason] })

/**
 * Confirms the last printed number of a stopped number series (rules 18.9). Numbers up to it that are missing
 * in the database become void; the series continues after them. A series of an earlier year is replaced by
 * this year's series, which must be confirmed next. Throws 404, 400 at `lastPrinted`, and 409 if the series
 * need not be confirmed.
 */
export async function confirmSeries(
  tx: Tx,
  admin: AdminActor,
  id: number,
  lastPrinted: number,
  timeZone: string,
): Promise<void> {
  const { kind } = await findSeries(tx, id)
  const series = await lockOpenSeries(tx, kind)
  if (series?.id !== id || !series.unconfirmed) throw new PortalError('alreadyDone')
  const { prefix, first, next, last, year } = series
  const isNonePrinted = lastPrinted === 0 && next === first
  const lastUsedNumber = isNonePrinted ? first - 1 : lastPrinted
  if (lastUsedNumber < next - 1)
    throw createLastPrintedError(
      `The portal itself knows ${series.lastIssued}. Please input its number or a later one.`,
    )
  if (last !== null && lastUsedNumber > last)
    throw createLastPrintedError(`The series ends with the number ${last}.`)
  if (lastUsedNumber >= next + MAX_SKIPPED_NUMBERS)
    throw createLastPrintedError(`At most ${MAX_SKIPPED_NUMBERS} numbers can be skipped.`)
  const reason = 'Skipped after a restore'
  await sql`with skipped as (
      insert into issued_numbers (series_id, n, number)
      select ${id}, n, number_text(${prefix}, n) from generate_series(${next}::int, ${lastUsedNumber}::int) as n
      returning id
    ) insert into void_numbers (number_id, reason, admin_id)
    select id, ${reason}, ${admin.id} from skipped`.execute(tx)
  await tx
    .updateTable('number_series')
    .set({ next: lastUsedNumber + 1, restored_at: null })
    .where('id', '=', id)
    .execute()
  await recordChange(tx, 'number_series', {
    id,
    name: prefix,
    detail: `Confirmed ${lastPrinted} as the last printed number; ${lastUsedNumber - next + 1} became void.`,
  })
  const currentYear = await findCommunityYear(tx, timeZone)
  if (year !== null && year < currentYear) await openYearSeries(tx, currentYear, { restored_at: CLOCK })
}
