import { Type } from 'typebox'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ListOf } from '@tahanan/contract/answers.ts'
import { Billing, BillingList, Statement } from '@tahanan/contract/billing/answers.ts'
import { ListQuery, createSortedCsvQuery, createSortParam } from '@tahanan/contract/requests.ts'
import { BILLING_SORTS } from '@tahanan/contract/sorting.ts'
import { streamBillingsForCsv, listBillings, listStatements } from './repository.ts'

/**
 * Registers the API routes for statements (rules 7.2, 3.15). They only read, because only imports write
 * statements (rules 7.1).
 */
export function statementRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services
  app.get('/statements', {
    config: { policy: allowResidentsAndAdmins(['billings', 'view']) },
    schema: {
      summary: "A resident's own statements, or for the office those of a tenant; the newest first",
      querystring: Type.Object({
        page: ListQuery.properties.page,
        limit: ListQuery.properties.limit,
        tenantId: Type.String({
          pattern: '^\\d{0,15}$',
          default: '',
          description: 'For the office: of this tenant, deleted or not; of all when left out.',
        }),
      }),
      response: { 200: ListOf(Statement) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const chosenTenantId = query.tenantId === '' ? null : Number(query.tenantId)
      const pageOfStatements = await listStatements(
        db,
        page,
        actor.area === 'client' ? actor.id : chosenTenantId,
      )
      return listAnswer(page, pageOfStatements, (row) => addPdfLink(files, row))
    },
  })

  app.get('/billings', {
    config: { policy: allowAdmins(['billings', 'view']) },
    schema: {
      summary: 'What the tenants owe, with the sums of all that match',
      querystring: Type.Object({
        ...Type.Omit(ListQuery, ['status']).properties,
        sort: createSortParam(BILLING_SORTS),
      }),
      response: { 200: BillingList },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const { totals, ...found } = await listBillings(db, page, config.communityTimeZone)
      return { ...listAnswer(page, found, (row) => addPdfLink(files, row)), totals }
    },
  })

  app.get('/billingIds', {
    config: { policy: allowAdmins(['billings', 'view']) },
    schema: {
      summary: 'Chosen billings, or all of a search, for the CSV',
      querystring: createSortedCsvQuery(BILLING_SORTS),
      response: { 200: Type.Object({ data: Type.Array(Billing) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamBillingsForCsv(db, query, config.communityTimeZone), (row) =>
        addPdfLink(files, row),
      ),
  })
}

function addPdfLink<Row extends { soaName: string | null }>(files: Pick<FileStore, 'link'>, row: Row) {
  return { ...row, ...(row.soaName !== null && { src: files.link(`soa/pdf/${row.soaName}`).src }) }
}
