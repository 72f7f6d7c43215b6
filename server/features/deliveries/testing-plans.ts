import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '#platform/db/generated.ts'

export const LARGE_TABLE_SCAN = /Seq Scan on (deliveries|notifications|notification_reads)/

export function createQueryExplainer(pool: Pool, setting?: string) {
  const capturedQueries: CompiledQuery[] = []
  const loggedDb = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void capturedQueries.push(query),
  })
  return async (runQueries: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> => {
    capturedQueries.length = 0
    await runQueries(loggedDb)
    const lines: string[] = []
    for (const { sql: text, parameters } of capturedQueries.splice(0)) {
      if (!/^\s*(select|insert|update|with)/.test(text) || text.includes('add_job')) continue
      await loggedDb.transaction().execute(async (tx) => {
        if (setting) await tx.executeQuery(CompiledQuery.raw(`set local ${setting}`))
        const explain = CompiledQuery.raw(`explain ${text}`, [...parameters])
        const { rows } = await tx.executeQuery<Record<string, string>>(explain)
        lines.push(...rows.flatMap((row) => Object.values(row)))
      })
    }
    return lines
  }
}
