import type { Readable } from 'node:stream'
import { Type, type Static } from 'typebox'
import { createDownloadLink } from '#platform/http/create-download-link.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { formatContentDisposition } from '#platform/http/send-pdf.ts'
import { DownloadLink, ListOf } from '@tahanan/contract/answers.ts'
import { AUDIT_ACTION_NAMES, AUDIT_AREA_NAMES, AUDIT_SUBJECT_NAMES } from '@tahanan/contract/audit.ts'
import { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'
import { describeDateError, formatDay, parseTime } from '@tahanan/contract/time.ts'
import { createInvalidInputError } from '../errors.ts'
import type { PlatformContext } from '../platform-context.ts'
import { exportAudit } from './export-audit.ts'
import { recordAction } from './record-action.ts'
import { listAudit, type AuditFilter, type AuditRow } from './repository.ts'

const AuditFilterQuery = Type.Object({
  searchTerm: Type.String({
    ...ListQuery.properties.searchTerm,
    description: 'In the name of who did it and of what, in the detail and the address; literally.',
  }),
  action: Type.String({ pattern: `^(${AUDIT_ACTION_NAMES.join('|')})?$`, default: '' }),
  subject: Type.String({
    pattern: `^((${AUDIT_SUBJECT_NAMES.join('|')})(:[\\w-]{1,60})?)?$`,
    default: '',
    description: 'A kind of record (`tickets`) or one of them (`tickets:17`).',
  }),
  actor: Type.String({
    pattern: `^((${AUDIT_AREA_NAMES.join('|')})(:\\d{1,15})?)?$`,
    default: '',
    description: 'An area (`admin`) or one account of it (`admin:3`).',
  }),
  from: Type.String({ maxLength: 40, default: '', description: 'A moment, or a community day.' }),
  to: Type.String({ maxLength: 40, default: '', description: 'The same; a day counts to its end.' }),
})
const SUPER_ADMIN_ONLY: Policy = { areas: ['super-admin'] }

/** Registers the API routes of the audit log, which only the super-administrator may read (rules 12.18). */
export function auditRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/audit-log', {
    config: { policy: SUPER_ADMIN_ONLY },
    schema: {
      summary: 'Who did what, the newest first',
      description: 'The newest 10,000 matches; older ones are found by naming a time.',
      querystring: Type.Object({
        page: ListQuery.properties.page,
        limit: ListQuery.properties.limit,
        ...AuditFilterQuery.properties,
      }),
      response: { 200: ListOf(AuditEntry) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      return listAnswer(page, await listAudit(db, parseFilter(query, timeZone), page), toAuditEntry)
    },
  })

  app.post('/audit-log/export-link', {
    config: { policy: SUPER_ADMIN_ONLY, confirmed: true },
    schema: {
      summary: 'A link that downloads the audit log',
      description: 'With the filter of the export.',
      body: AuditFilterQuery,
      response: { 200: DownloadLink },
    },
    handler: async ({ found, body }) => {
      parseFilter(body, timeZone)
      const exportPath = `/api/audit-log/export?${new URLSearchParams(body)}`
      return { url: await createDownloadLink(db, found, exportPath) }
    },
  })

  app.get('/audit-log/export', {
    config: { policy: SUPER_ADMIN_ONLY, confirmed: true, allowsDownloadLink: true },
    schema: {
      summary: 'The audit log as a CSV file',
      description: 'text/csv, all that matches, one line for each field that changed.',
      querystring: AuditFilterQuery,
      response: {
        200: {
          description: 'The file',
          content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
        },
      },
    },
    handler: async ({ query }, reply) => {
      const filter = parseFilter(query, timeZone)
      const name = `Audit log ${formatDay(new Date(), timeZone)}.csv`
      await recordAction(db, { action: 'export', subject: 'audit_log', subjectName: name })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', formatContentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(exportAudit(db, filter, timeZone))
    },
  })
}

function parseFilter(query: Static<typeof AuditFilterQuery>, timeZone: string): AuditFilter {
  const [subject = '', subjectId] = query.subject.split(':')
  const [actorArea = '', actorId] = query.actor.split(':')
  return {
    searchTerm: query.searchTerm.trim(),
    action: query.action || null,
    subject: subject || null,
    subjectId: subjectId ?? null,
    actorArea: actorArea || null,
    actorId: actorId === undefined ? null : Number(actorId),
    from: parseDateOrTime('from', query.from, timeZone),
    to: parseDateOrTime('to', query.to, timeZone),
  }
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const A_DAY_AND_A_HALF_MS = 36 * 60 * 60 * 1000

/** Parses a day or a time. A day for `to` means the end of that day. Throws 400 for an invalid date. */
function parseDateOrTime(field: 'from' | 'to', text: string, timeZone: string): Date | null {
  if (text === '') return null
  const parsedTime = parseTime(text, timeZone)
  if (!parsedTime) throw createInvalidInputError({ [field]: [describeDateError(text)] })
  if (field === 'from' || !DAY_PATTERN.test(text)) return parsedTime
  // 36 hours after the start of a day is always a time within the next day, even if the clocks change.
  // Formatting that time as a day and parsing the day gives the start of the next day.
  return parseTime(formatDay(new Date(parsedTime.getTime() + A_DAY_AND_A_HALF_MS), timeZone), timeZone)
}

function toAuditEntry(row: AuditRow): Static<typeof AuditEntry> {
  return {
    id: row.id,
    at: row.at,
    actor: { area: row.actor_area, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: row.subject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
    detail: row.detail,
    address: row.address,
  }
}
