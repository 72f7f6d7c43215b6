import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { listUnmatched } from '#features/bank-matching/repository.ts'
import {
  listLedgerEntries,
  requireTenantName,
  requireLedger,
  describeLedgerView,
} from '#features/ledger/repository.ts'
import { listNumbers } from '#features/receipts/register.ts'
import { findSeries } from '#features/receipts/series.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { listCertificates } from '#features/withholding/repository.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { PdfAnswer, sendPdf } from '#platform/http/send-pdf.ts'
import { renderTablesPdf } from '#platform/pdf/table.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { SERIES_KINDS } from '@tahanan/contract/billing/series.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { TenantAgeing, StatementCheck, Collection } from '@tahanan/contract/reports/answers.ts'
import { MAX_STATEMENT_CHECK_DAYS } from '@tahanan/contract/reports/reports.ts'
import { formatDay, formatLongTime } from '@tahanan/contract/time.ts'
import { listAgeing } from './list-ageing.ts'
import { listCollections, type Period } from './list-collections.ts'
import { listStatementCheck } from './list-statement-check.ts'
import {
  buildAgeingReport,
  buildCertificatesReport,
  buildCollectionsReport,
  buildLedgerReport,
  buildRegisterReport,
  buildStatementCheckReport,
  buildUnmatchedReport,
  type Report,
} from './report.ts'

const BILLINGS_CONFIG = { policy: allowAdmins(['billings', 'view']) }
const PAYMENTS_CONFIG = { policy: allowAdmins(['payments', 'view']) }
const DAY = 'YYYY-MM-DD, a day of the community'
const Day = Type.String({ format: 'date', description: DAY })
const PeriodQuery = Type.Object({ from: Day, to: Day })
const AsOfQuery = Type.Object({
  asOf: Type.Optional(Type.String({ format: 'date', description: `${DAY}; today by default` })),
})

const MAX_PERIOD_DAYS = 366
const ALL_ROWS = { limit: LIMITS.allRows, offset: 0 }

/** Registers the API routes for reports (rules 22). */
export function reportRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const { communityTimeZone: timeZone } = config
  const sendReport = async (
    reply: FastifyReply,
    name: string,
    { title, tables }: Report,
    ...lines: string[]
  ) => {
    const createdAt = new Date()
    const creationText = `Made on ${formatLongTime(createdAt, timeZone)}`
    const pdfHead = {
      title,
      author: await findCommunityName(db),
      createdAt,
      lines: [...lines, creationText],
    }
    return sendPdf(reply, name, await renderTablesPdf(pdfHead, tables))
  }

  app.get('/collections', {
    config: PAYMENTS_CONFIG,
    schema: {
      summary: 'What was posted and reversed on each day of a period, by way of paying',
      querystring: PeriodQuery,
      response: { 200: Type.Object({ data: Type.Array(Collection) }) },
    },
    handler: async ({ query }) => ({
      data: await listCollections(db, requirePeriod(query, MAX_PERIOD_DAYS), timeZone),
    }),
  })

  app.get('/collections/pdf', {
    config: PAYMENTS_CONFIG,
    schema: { summary: 'The same as a PDF', querystring: PeriodQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const rows = await listCollections(db, requirePeriod(query, MAX_PERIOD_DAYS), timeZone)
      const period = `${query.from} to ${query.to}`
      return sendReport(reply, `Collections ${period}`, buildCollectionsReport(rows), period)
    },
  })

  app.get('/statement-check', {
    config: BILLINGS_CONFIG,
    schema: {
      summary: 'Statements of a period beside what the office posted, by client code',
      querystring: PeriodQuery,
      response: { 200: Type.Object({ data: Type.Array(StatementCheck), total: Type.Integer() }) },
    },
    handler: async ({ query }) => {
      const data = await listStatementCheck(db, requirePeriod(query, MAX_STATEMENT_CHECK_DAYS))
      return { data, total: data.length }
    },
  })

  app.get('/statement-check/pdf', {
    config: BILLINGS_CONFIG,
    schema: { summary: 'The same as a PDF', querystring: PeriodQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const rows = await listStatementCheck(db, requirePeriod(query, MAX_STATEMENT_CHECK_DAYS))
      const period = `${query.from} to ${query.to}`
      return sendReport(
        reply,
        `Statement check ${period}`,
        buildStatementCheckReport(rows),
        `Statements of ${period}`,
      )
    },
  })

  app.get('/ageing', {
    config: BILLINGS_CONFIG,
    schema: {
      summary: 'What every tenant owes by its age, by client code',
      querystring: AsOfQuery,
      response: { 200: Type.Object({ data: Type.Array(TenantAgeing), total: Type.Integer() }) },
    },
    handler: async ({ query }) => {
      const today = formatDay(new Date(), timeZone)
      const data = await listAgeing(db, query.asOf ?? today, today)
      return { data, total: data.length }
    },
  })

  app.get('/ageing/pdf', {
    config: BILLINGS_CONFIG,
    schema: { summary: 'The same as a PDF', querystring: AsOfQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const today = formatDay(new Date(), timeZone)
      const day = query.asOf ?? today
      return sendReport(
        reply,
        `Ageing ${day}`,
        buildAgeingReport(await listAgeing(db, day, today)),
        `As of ${day}`,
      )
    },
  })

  app.get('/ledger/:tenantId/pdf', {
    config: { policy: allowResidentsAndAdmins(['billings', 'view']) },
    schema: {
      summary: "A tenant's ledger as a PDF; a resident's own; 400 above 10,000 entries",
      params: Type.Object({ tenantId: Id }),
      response: PdfAnswer,
    },
    handler: async (request, reply) => {
      const { actor, params } = request
      await requireLedger(db, actor, params.tenantId)
      request.viewed = () => describeLedgerView(db, params.tenantId, 'Ledger as a PDF')
      const { clientCode, uoccname } = await requireTenantName(db, params.tenantId)
      const entries = await listLedgerEntries(db, params.tenantId, ALL_ROWS)
      const report = buildLedgerReport(requireAllRows(entries, 'tenantId', 'entries').toReversed())
      return sendReport(reply, `Ledger ${clientCode}`, report, `${clientCode} ${uoccname}`)
    },
  })

  app.get('/receipt-register/pdf', {
    config: PAYMENTS_CONFIG,
    schema: {
      summary: 'The register of a series as a PDF, the first number first; 400 above 10,000 numbers',
      querystring: Type.Object({ seriesId: Id }),
      response: PdfAnswer,
    },
    handler: async ({ query: { seriesId } }, reply) => {
      const series = await findSeries(db, seriesId)
      const rows = requireAllRows(await listNumbers(db, seriesId, ALL_ROWS), 'seriesId', 'numbers')
      const name = `${SERIES_KINDS[series.kind]} ${series.prefix}`
      const permit = series.permit && `Permit ${series.permit}, ${series.registeredName}, TIN ${series.tin}`
      const report = buildRegisterReport(rows.toReversed(), timeZone)
      const lines = [name, permit].filter(Boolean)
      return sendReport(reply, `Register ${series.prefix.slice(0, -1)}`, report, ...lines)
    },
  })

  app.get('/bank-unmatched/pdf', {
    config: PAYMENTS_CONFIG,
    schema: {
      summary: 'Lines without a payment, and posted payments by bank or gateway without a line, as a PDF',
      querystring: PeriodQuery,
      response: PdfAnswer,
    },
    handler: async ({ query: { from, to } }, reply) => {
      const report = buildUnmatchedReport(await listUnmatched(db, { from, to, timeZone }))
      return sendReport(reply, `Unmatched ${from} to ${to}`, report, `${from} to ${to}`)
    },
  })

  app.get('/withholding-certificates/pdf', {
    config: PAYMENTS_CONFIG,
    schema: {
      summary: 'The certificates of tax withheld that are missing, as a PDF; 400 above 10,000',
      response: PdfAnswer,
    },
    handler: async (_request, reply) => {
      const page = { ...ALL_ROWS, searchTerm: '' }
      const certificates = await listCertificates(db, page, { status: 'claimed', timeZone })
      const rows = requireAllRows(certificates, 'status', 'certificates')
      return sendReport(reply, 'Certificates missing', buildCertificatesReport(rows, timeZone))
    },
  })
}

/** Returns the rows. Throws 400 at `field` if there are more, because the totals of a part would be wrong. */
function requireAllRows<Row>(
  { rows, total }: { rows: Row[]; total: number },
  field: string,
  pluralNoun: string,
): Row[] {
  if (total > rows.length)
    throw createInvalidInputError({
      [field]: [`A PDF holds 10,000 ${pluralNoun} at most. Please download the CSV.`],
    })
  return rows
}

function requirePeriod({ from, to }: Period, days: number): Period {
  if (to < from) throw createInvalidInputError({ to: ['The last day is before the first.'] })
  if (Date.parse(to) - Date.parse(from) >= days * 86_400_000)
    throw createInvalidInputError({
      to: [`A report holds a ${days === MAX_PERIOD_DAYS ? 'year' : 'month'} at most.`],
    })
  return { from, to }
}
