import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'

const selectAds = (db: Db) =>
  db.selectFrom('advertisements').select(['id', 'title', 'url', 'images']).where('status', '<>', DELETED)

export const newestAds = (db: Db, limit: number) => selectAds(db).orderBy('id', 'desc').limit(limit).execute()

export const randomAd = (db: Db) =>
  selectAds(db)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
