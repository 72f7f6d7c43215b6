import { Collection } from '@tahanan/contract/billing/answers.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { Type } from 'typebox'
import { invalidInput } from '../../../platform/errors.ts'
import { PdfAnswer, sendPdf } from '../../../platform/http/pdf-answer.ts'
import type { PermissionName } from '../../../platform/http/policy.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { readSettings } from '../../settings/website-settings.ts'
import { readAgeing } from '../ledger/ageing.ts'
import { listEntries, requireLedger } from '../ledger/repository.ts'
import { readCollections } from './collections.ts'
import type { Period } from './collections.ts'
import { ageingPdf, collectionsPdf, ledgerPdf } from './documents.ts'
import type { ReportHead } from './documents.ts'

const tags = ['Reports']
const BILLINGS: readonly PermissionName[] = [['billings', 'view']]
const PAYMENTS: readonly PermissionName[] = [['payments', 'view']]
const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD, a day of the community' })
const PeriodQuery = Type.Object({ from: Day, to: Day })

/** Longest period in days: a leap year. */
const LONGEST_DAYS = 366

/** Calls of reports and their PDFs (rules 22). */
export function reportRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const { communityTimeZone: timeZone } = config
  const head = async (...lines: string[]): Promise<ReportHead> => {
    const [name] = await readSettings(db, ['websiteName'])
    const at = new Date()
    const made = new Intl.DateTimeFormat('en-PH', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
      at,
    )
    return { author: name?.value || 'Tahanan', at, lines: [...lines, `Made on ${made}`] }
  }

  app.get('/collections', {
    config: { policy: { areas: ['admin'], permission: PAYMENTS } },
    schema: {
      tags,
      summary: 'What was posted and reversed on each day of a period, by way of paying',
      querystring: PeriodQuery,
      response: { 200: Type.Object({ data: Type.Array(Collection) }) },
    },
    handler: async ({ query }) => ({ data: await readCollections(db, checkedPeriod(query), timeZone) }),
  })

  app.get('/collections/pdf', {
    config: { policy: { areas: ['admin'], permission: PAYMENTS } },
    schema: { tags, summary: 'The same as a PDF', querystring: PeriodQuery, response: PdfAnswer },
    handler: async ({ query }, reply) => {
      const { from, to } = checkedPeriod(query)
      const rows = await readCollections(db, { from, to }, timeZone)
      return sendPdf(
        reply,
        `Collections ${from} to ${to}`,
        await collectionsPdf(await head(`${from} to ${to}`), rows),
      )
    },
  })

  app.get('/ageing/pdf', {
    config: { policy: { areas: ['admin'], permission: BILLINGS } },
    schema: {
      tags,
      summary: 'What every tenant owes by its age, as a PDF',
      querystring: Type.Object({ asOf: Type.Optional(Day) }),
      response: PdfAnswer,
    },
    handler: async ({ query }, reply) => {
      const today = formatDay(new Date(), timeZone)
      const day = query.asOf ?? today
      const rows = await readAgeing(db, { asOf: day < today ? day : undefined, today: day })
      return sendPdf(reply, `Ageing ${day}`, await ageingPdf(await head(`As of ${day}`), rows))
    },
  })

  app.get('/ledger/:tenantId/pdf', {
    config: { policy: { areas: ['client', 'admin'], permission: BILLINGS } },
    schema: {
      tags,
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
      const { rows } = await listEntries(db, params.tenantId, { limit: 10_000, offset: 0 })
      const pdf = await ledgerPdf(await head(`${clientCode} ${uoccname}`), rows.toReversed())
      return sendPdf(reply, `Ledger ${clientCode}`, pdf)
    },
  })
}

/** Returns a period that ends after it begins and is a year at most. Throws 400. */
function checkedPeriod({ from, to }: Period): Period {
  if (to < from) throw invalidInput({ to: ['The last day is before the first.'] })
  if (Date.parse(to) - Date.parse(from) >= LONGEST_DAYS * 86_400_000)
    throw invalidInput({ to: ['A report holds a year at most.'] })
  return { from, to }
}
