import { AgedTenant, CheckedStatement, Collection } from '@tahanan/contract/billing/answers.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { SERIES_KINDS } from '@tahanan/contract/billing/series.ts'
import { formatDay, formatLongTime } from '@tahanan/contract/time.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { Type } from 'typebox'
import { invalidInput, PortalError } from '../../../platform/errors.ts'
import { PdfAnswer, sendPdf } from '../../../platform/http/pdf-answer.ts'
import { adminsWith, residentsAndAdminsWith } from '../../../platform/http/policy.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { communityName } from '../../settings/website-settings.ts'
import { readUnmatched } from '../bank-matching/repository.ts'
import { listEntries, requireLedger } from '../ledger/repository.ts'
import { listNumbers, presentNumber } from '../receipts/register.ts'
import { findSeries } from '../receipts/series.ts'
import { listCertificates } from '../withholding/repository.ts'
import { readAgeing } from './ageing.ts'
import { readCollections, type Period } from './collections.ts'
import {
  ageingPdf,
  certificatesPdf,
  collectionsPdf,
  ledgerPdf,
  registerPdf,
  statementCheckPdf,
  unmatchedPdf,
  type ReportHead,
} from './documents.ts'
import { readStatementCheck } from './statement-check.ts'

const BILLINGS = { policy: adminsWith(['billings', 'view']) }
const PAYMENTS = { policy: adminsWith(['payments', 'view']) }
const DAY = 'YYYY-MM-DD, a day of the community'
const Day = Type.String({ format: 'date', description: DAY })
const PeriodQuery = Type.Object({ from: Day, to: Day })
const AsOfQuery = Type.Object({
  asOf: Type.Optional(Type.String({ format: 'date', description: `${DAY}; today by default` })),
})

/** Longest periods in days: a leap year; a month, in which every tenant has a statement. */
const [YEAR, MONTH] = [366, 31]
const TOO_MANY = 'A PDF holds 10,000 numbers at most. Please download the CSV.'
const WHOLE = { limit: LIMITS.allRows, offset: 0 }

/** Calls of reports and their PDFs (rules 22). */
export function reportRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const { communityTimeZone: timeZone } = config
  const head = async (...lines: string[]): Promise<ReportHead> => {
    const at = new Date()
    const made = `Made on ${formatLongTime(at, timeZone)}`
    return { author: await communityName(db), at, lines: [...lines, made] }
  }

  app.get('/collections', {
    config: PAYMENTS,
    schema: {
      summary: 'What was posted and reversed on each day of a period, by way of paying',
      querystring: PeriodQuery,
      response: { 200: Type.Object({ data: Type.Array(Collection) }) },
    },
    handler: async ({ query }) => ({ data: await readCollections(db, checkedPeriod(query, YEAR), timeZone) }),
  })

  app.get('/collections/pdf', {
    config: PAYMENTS,
    schema: { summary: 'The same as a PDF', querystring: PeriodQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const { from, to } = checkedPeriod(query, YEAR)
      const rows = await readCollections(db, { from, to }, timeZone)
      const pdf = await collectionsPdf(await head(`${from} to ${to}`), rows)
      return sendPdf(reply, `Collections ${from} to ${to}`, pdf)
    },
  })

  app.get('/statement-check', {
    config: BILLINGS,
    schema: {
      summary: 'Statements of a period beside what the office posted, by client code',
      querystring: PeriodQuery,
      response: { 200: Type.Object({ data: Type.Array(CheckedStatement), total: Type.Integer() }) },
    },
    handler: async ({ query }) => {
      const data = await readStatementCheck(db, checkedPeriod(query, MONTH))
      return { data, total: data.length }
    },
  })

  app.get('/statement-check/pdf', {
    config: BILLINGS,
    schema: { summary: 'The same as a PDF', querystring: PeriodQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const { from, to } = checkedPeriod(query, MONTH)
      const rows = await readStatementCheck(db, { from, to })
      const pdf = await statementCheckPdf(await head(`Statements of ${from} to ${to}`), rows)
      return sendPdf(reply, `Statement check ${from} to ${to}`, pdf)
    },
  })

  app.get('/ageing', {
    config: BILLINGS,
    schema: {
      summary: 'What every tenant owes by its age, by client code',
      querystring: AsOfQuery,
      response: { 200: Type.Object({ data: Type.Array(AgedTenant), total: Type.Integer() }) },
    },
    handler: async ({ query }) => {
      const today = formatDay(new Date(), timeZone)
      const data = await readAgeing(db, query.asOf ?? today, today)
      return { data, total: data.length }
    },
  })

  app.get('/ageing/pdf', {
    config: BILLINGS,
    schema: { summary: 'The same as a PDF', querystring: AsOfQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const today = formatDay(new Date(), timeZone)
      const day = query.asOf ?? today
      const pdf = await ageingPdf(await head(`As of ${day}`), await readAgeing(db, day, today))
      return sendPdf(reply, `Ageing ${day}`, pdf)
    },
  })

  app.get('/ledger/:tenantId/pdf', {
    config: { policy: residentsAndAdminsWith(['billings', 'view']) },
    schema: {
      summary: "A tenant's ledger as a PDF; a resident's own",
      params: Type.Object({ tenantId: Id }),
      response: PdfAnswer,
    },
    handler: async ({ actor, params }, reply) => {
      await requireLedger(db, actor, params.tenantId)
      const { clientCode, uoccname } = await db
        .selectFrom('tenants')
        .select(['client_code as clientCode', 'uoccname'])
        .where('id', '=', params.tenantId)
        .executeTakeFirstOrThrow()
      const { rows } = await listEntries(db, params.tenantId, WHOLE)
      const pdf = await ledgerPdf(await head(`${clientCode} ${uoccname}`), rows.toReversed())
      return sendPdf(reply, `Ledger ${clientCode}`, pdf)
    },
  })

  app.get('/receipt-register/pdf', {
    config: PAYMENTS,
    schema: {
      summary: 'The register of a series as a PDF, the first number first; 400 above 10,000 numbers',
      querystring: Type.Object({ seriesId: Id }),
      response: PdfAnswer,
    },
    handler: async ({ query: { seriesId } }, reply) => {
      const series = await findSeries(db, seriesId)
      if (!series) throw new PortalError('notFound')
      const { rows, total } = await listNumbers(db, seriesId, WHOLE)
      if (total > rows.length) throw invalidInput({ seriesId: [TOO_MANY] })
      const name = `${SERIES_KINDS[series.kind]} ${series.prefix}`
      const permit = series.permit && `Permit ${series.permit}, ${series.registeredName}, TIN ${series.tin}`
      const numbers = rows.toReversed().map(presentNumber)
      const pdf = await registerPdf(await head(...[name, permit].filter(Boolean)), numbers, timeZone)
      return sendPdf(reply, `Register ${series.prefix.slice(0, -1)}`, pdf)
    },
  })

  app.get('/bank-unmatched/pdf', {
    config: PAYMENTS,
    schema: {
      summary: 'Lines without a payment, and posted payments by bank or gateway without a line, as a PDF',
      querystring: PeriodQuery,
      response: PdfAnswer,
    },
    handler: async ({ query: { from, to } }, reply) => {
      const unmatched = await readUnmatched(db, { from, to, timeZone })
      const pdf = await unmatchedPdf(await head(`${from} to ${to}`), unmatched)
      return sendPdf(reply, `Unmatched ${from} to ${to}`, pdf)
    },
  })

  app.get('/withholding-certificates/pdf', {
    config: PAYMENTS,
    schema: { summary: 'The certificates of tax withheld that are missing, as a PDF', response: PdfAnswer },
    handler: async (_request, reply) => {
      const { rows } = await listCertificates(
        db,
        { ...WHOLE, searchTerm: '' },
        { status: 'claimed', timeZone },
      )
      return sendPdf(reply, 'Certificates missing', await certificatesPdf(await head(), rows, timeZone))
    },
  })
}

/** Returns a period that ends after it begins and has at most so many days. Throws 400. */
function checkedPeriod({ from, to }: Period, days: number): Period {
  if (to < from) throw invalidInput({ to: ['The last day is before the first.'] })
  if (Date.parse(to) - Date.parse(from) >= days * 86_400_000)
    throw invalidInput({ to: [`A report holds a ${days === YEAR ? 'year' : 'month'} at most.`] })
  return { from, to }
}
