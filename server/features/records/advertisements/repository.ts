import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'

const selectAds = (db: Db) =>
  db
    .selectFrom('advertisements')
    .select(['id', 'title', 'url', 'images'])
    .where('status', '<>', DELETED_STATUS)

export const listNewestAds = (db: Db, limit: number) =>
  selectAds(db).orderBy('id', 'desc').limit(limit).execute()

export const findRandomAd = (db: Db) =>
  selectAds(db)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
