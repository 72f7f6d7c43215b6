import { Type } from 'typebox'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf } from '@tahanan/contract/answers.ts'
import { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import { policy } from '@tahanan/contract/records/kinds/policy.ts'
import { createRecordListQuery } from '@tahanan/contract/requests.ts'
import { getReadPolicy } from '../policy.ts'
import { presentRecord } from '../present.ts'
import { listPolicyHeaders, type HeaderRow } from './list-policy-headers.ts'
import { reorderPolicyHeaders } from './reorder-policy-headers.ts'

const tags = ['Policies']
const Header = Type.Unsafe<HeaderRow>(HeaderWithPolicies)
const HeaderPositions = Type.Array(
  Type.Object({ id: Id, sequenceNumber: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
)

export function policyRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files } = services
  const presentHeader = (row: HeaderRow) => ({
    ...presentRecord(files, policyHeader, row),
    policies: row.policies.map((policyRow) => presentRecord(files, policy, policyRow)),
  })

  for (const path of ['/policies', '/policies-header']) {
    app.get(path, {
      config: { policy: getReadPolicy(policyHeader) },
      schema: {
        tags,
        summary: 'List headers in order, each with its policies',
        querystring: createRecordListQuery(policyHeader),
        response: { 200: ListOf(Header) },
      },
      handler: async ({ query }) => {
        const page = toPage(query)
        return listAnswer(page, await listPolicyHeaders(db, page), presentHeader)
      },
    })
  }

  app.put('/policy-header-sequence', {
    config: { policy: { areas: ['admin'], permission: [['policies', 'edit']] } },
    schema: {
      tags,
      summary: 'Put headers into another order',
      body: Type.Object({ sequence: { ...HeaderPositions, minItems: 1, maxItems: 1000 } }),
      response: { 200: Type.Object({ data: HeaderPositions }) },
    },
    handler: async ({ body }) => ({
      data: await runInTransaction(services, (tx) => reorderPolicyHeaders(tx, body.sequence)),
    }),
  })
}
