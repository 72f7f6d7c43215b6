import { Client } from 'pg'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'

export const LIST_STATUSES = ['1', '2', '4'] as const
export const LIST_PATH = '/api/tickets?page=1&limit=10'
export const SERVICES_PATH = '/api/services?limit=10'

/**
 * Returns the body of a request that creates a gate pass. An administrator's request must contain the tenant.
 */
export function createGatePassBody(tenantId?: number): Record<string, unknown> {
  return { ...createExampleBody(gatePass, new Date(), 'Asia/Manila'), tenantId }
}

const SAMPLE_SIZE = 40

export async function findSearchTerms(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{
      piece: string
      client_code: string
      uoccname: string
      word: string
    }>(
      `select right(t.ticket_number, 6) as piece, n.client_code, n.uoccname,
         substring(t.details ->> 'bearerName' from '\\S+$') as word
       from tickets t join tenants n on n.id = t.tenant_id
       where t.id in (select (random() * (select max(id) from tickets))::bigint from generate_series(1, $1::int * 12))
         and t.module = 'gatePass' and t.status <> 0 limit $1`,
      [SAMPLE_SIZE],
    )
    return rows.flatMap(({ piece, client_code, uoccname, word }) => [piece, client_code, uoccname, word])
  } finally {
    await client.end()
  }
}
