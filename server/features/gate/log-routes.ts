import { Type } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { parseRowFilter } from '#platform/http/parse-row-filter.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ListOf } from '@tahanan/contract/answers.ts'
import { GateFigures, GateLogEntry } from '@tahanan/contract/gate/answers.ts'
import type { EntryKind } from '@tahanan/contract/gate/labels-and-codes.ts'
import {
  GateFiguresQuery,
  GateLogCsvQuery,
  GateLogQuery,
  type GateLogFilters,
} from '@tahanan/contract/gate/requests.ts'
import { listLog, streamLogForCsv, findGateFigures, type LogFilter } from './list-log.ts'
import { presentLogEntry } from './present.ts'

/** Registers the calls for the gate's log (rules 24.20, 24.21). */
export function gateLogRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const { communityTimeZone: timeZone } = config
  const policy = allowAdmins(['gate', 'log'])
  const parseDays = (actor: Actor, { from, to, tenantId }: GateLogFilters) =>
    parseRowFilter({ from, to, tenantId }, { actor, timeZone })
  const parseFilter = (actor: Actor, query: GateLogFilters): LogFilter => ({
    ...parseDays(actor, query),
    kind: (query.kind || undefined) as EntryKind | undefined,
    state: (query.state || undefined) as LogFilter['state'],
    gateId: query.gateId ? Number(query.gateId) : undefined,
  })

  app.get('/gate-log', {
    config: { policy },
    schema: {
      summary: 'List the log of the gate, newest first',
      description: 'The newest 10,000 that match.',
      querystring: GateLogQuery,
      response: { 200: ListOf(GateLogEntry) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      return listAnswer(page, await listLog(db, parseFilter(actor, query), page), presentLogEntry)
    },
  })

  app.get('/gateLogIds', {
    config: { policy },
    schema: {
      summary: 'Chosen entries of the log, or all of a filter, for the CSV',
      querystring: GateLogCsvQuery,
      response: { 200: Type.Object({ data: Type.Array(GateLogEntry) }) },
    },
    handler: async ({ actor, query }, reply) =>
      streamRows(reply, streamLogForCsv(db, query, parseFilter(actor, query)), presentLogEntry),
  })

  app.get('/gate-figures', {
    config: { policy },
    schema: {
      summary: 'People a day, median stay and overstays',
      querystring: GateFiguresQuery,
      response: { 200: GateFigures },
    },
    handler: ({ actor, query }) => findGateFigures(db, parseDays(actor, query)?.days ?? {}, timeZone),
  })
}
