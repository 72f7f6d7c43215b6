import { Client } from 'pg'

/** So many tickets lend their words. */
const SAMPLE = 40

/**
 * Returns search terms, a quarter each: ticket numbers, client codes, occupants' names, and a bearer whose name stands on
 * thousands of tickets.
 */
export async function searchTerms(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{
      ticket_number: string
      client_code: string
      uoccname: string
      bearer: string
    }>(
      `select t.ticket_number, n.client_code, n.uoccname, t.details ->> 'bearerName' as bearer
       from tickets t join tenants n on n.id = t.tenant_id
       where t.id in (select (random() * (select max(id) from tickets))::bigint from generate_series(1, $1::int * 12))
         and t.module = 'gatePass' and t.status <> 0 limit $1`,
      [SAMPLE],
    )
    return rows.flatMap((row) => [row.ticket_number, row.client_code, row.uoccname, row.bearer])
  } finally {
    await client.end()
  }
}
