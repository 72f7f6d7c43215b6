import type { FilterObject } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'

export const listAuditLog = (db: Db, values: FilterObject<DB, 'audit_log'>) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where((row) => row.and(values))
    .orderBy('id', 'desc')
    .execute()
