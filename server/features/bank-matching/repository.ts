import { sql } from 'kysely'
import type { Static } from 'typebox'
import { selectMoneyDay } from '#features/payments/select-money-day.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { countByTab } from '#platform/db/lists/declare-list.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { BankImport, BankLine, BankPayment } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_LINE_STATUS, BANK_LINE_STATES } from '@tahanan/contract/billing/bank.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { hasNoBankLine, isMatchable } from './find-sure-pairs.ts'
import { lineAccount } from './match-pairs.ts'

type Line = Static<typeof BankLine>

const toPaymentJson = (timeZone: string) => sql<Static<typeof BankPayment>>`json_build_object('id', p.id,
  'referenceNumber', p.reference_number, 'type', p.type, 'status', p.status, 'amount', p.amount_paid,
  'date', ${selectMoneyDay(timeZone)}, 'reference', coalesce(nullif(p.bank_reference, ''), p.gateway_reference, ''),
  'tenantId', t.id, 'clientCode', t.client_code, 'uoccname', t.uoccname)`

const selectPayments = (db: DbOrTx, timeZone: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select(toPaymentJson(timeZone).as('payment'))

const selectLines = (db: DbOrTx, timeZone: string) =>
  db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_imports as i', 'i.id', 'l.import_id')
    .leftJoin('payments as p', (join) =>
      join.on('p.id', '=', sql<number>`coalesce(l.payment_id, l.likely_payment_id)`),
    )
    .leftJoin('tenants as t', 't.id', 'p.tenant_id')
    .leftJoin('admins as a', 'a.id', 'l.admin_id')
    .select(['l.id', 'l.date', 'l.amount', 'l.fee', 'l.reference', 'l.description'])
    .select(lineAccount.as('account'))
    .select(['l.state as status', 'l.reason', 'l.remarks', 'a.name as by'])
    .select(
      sql<Line['payment']>`case when p.id is not null then ${toPaymentJson(timeZone)} end`.as('payment'),
    )
    .orderBy('l.date', 'desc')
    .orderBy('l.id', 'desc')
    .$castTo<Line>()

export async function listLines(
  db: DbOrTx,
  page: Pick<Page, 'limit' | 'offset' | 'searchTerm'>,
  { status, timeZone }: { status: number | null; timeZone: string },
) {
  const linesQuery = selectLines(db, timeZone)
  const pageOfLines = await findPageWithTotal(
    db,
    status === null ? linesQuery : linesQuery.where('l.state', '=', status),
    page,
    sql<string>`folded(l.reference || E'\n' || l.description || E'\n' || l.amount || E'\n' || ${lineAccount})`,
  )
  const stateCounts = await db
    .selectFrom('bank_lines')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  return {
    ...pageOfLines,
    counts: countByTab(BANK_LINE_STATES, new Map(stateCounts.map(({ state, n }) => [state, n]))),
  }
}

/** Returns a bank line. Throws 404 if it does not exist. */
export async function findLine(db: DbOrTx, id: number, timeZone: string): Promise<Line> {
  return requireFound(await selectLines(db, timeZone).where('l.id', '=', id).executeTakeFirst())
}

const MAX_OFFERED_PAYMENTS = 50

/**
 * Lists payments that have the bank line's amount and that an administrator may match with it, nearest date
 * first. Throws 404 for an unknown line.
 */
export async function listPaymentsForLine(
  db: DbOrTx,
  lineId: number,
  { searchTerm, timeZone }: { searchTerm: string; timeZone: string },
) {
  const { amount, date } = await findLine(db, lineId, timeZone)
  const rows = await selectPayments(db, timeZone)
    .where('p.amount_paid', '=', amount)
    .where(isMatchable(timeZone))
    .where(buildWordsCondition(sql`t.code_and_name || E'\n' || p.search_text`, searchTerm))
    .orderBy(sql`abs(${selectMoneyDay(timeZone)} - ${date}::date)`)
    .orderBy('p.id')
    .limit(MAX_OFFERED_PAYMENTS)
    .execute()
  return rows.map(({ payment }) => payment)
}

/**
 * Lists bank lines without a payment, and posted payments (by bank or gateway) without a bank line (rules
 * 21.12). Throws 400 if the period has more than 10,000 of either, because sums of a part would be wrong.
 */
export async function listUnmatched(
  db: DbOrTx,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
) {
  const linesWithoutPayment = await selectLines(db, timeZone)
    .where('l.state', 'in', [BANK_LINE_STATUS.likely, BANK_LINE_STATUS.open])
    .where('l.date', '>=', from)
    .where('l.date', '<=', to)
    .limit(LIMITS.allRows + 1)
    .execute()
  const day = selectMoneyDay(timeZone)
  const postedPayments = await selectPayments(db, timeZone)
    .where('p.status', '=', PAYMENT_STATUS.posted)
    .where(hasNoBankLine)
    .where(day, '>=', from)
    .where(day, '<=', to)
    .orderBy(day, 'desc')
    .orderBy('p.id', 'desc')
    .limit(LIMITS.allRows + 1)
    .execute()
  if (Math.max(linesWithoutPayment.length, postedPayments.length) > LIMITS.allRows)
    throw createInvalidInputError({ to: ['Please choose a shorter period.'] })
  return { lines: linesWithoutPayment, payments: postedPayments.map(({ payment }) => payment) }
}

const selectImports = (db: DbOrTx) =>
  db
    .selectFrom('bank_imports as i')
    .leftJoin('admins as a', 'a.id', 'i.admin_id')
    .select(['i.id', 'i.name as fileName', 'i.account', 'i.lines', 'i.known', 'i.debits', 'i.refused'])
    .select('i.left_out as leftOut')
    .select(['i.checked', 'a.name as by', 'i.created_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('bank_lines as l')
        .select(fn.countAll<number>().as('n'))
        .whereRef('l.import_id', '=', 'i.id')
        .where('l.state', '=', BANK_LINE_STATUS.matched)
        .as('matched'),
    )
    .orderBy('i.id', 'desc')
    .$castTo<Static<typeof BankImport>>()

export const listImports = (db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) =>
  findPageWithTotal(db, selectImports(db), page)

/** Returns an import of a bank file. Throws 404 if it does not exist. */
export async function findImport(db: DbOrTx, id: number): Promise<Static<typeof BankImport>> {
  return requireFound(await selectImports(db).where('i.id', '=', id).executeTakeFirst())
}
