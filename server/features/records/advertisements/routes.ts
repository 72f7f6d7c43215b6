import { CARD_CUTS } from '@tahanan/contract/content/forms.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { FileLink } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import { prepared } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { recordRoutes } from '../routes.ts'
import type { Services } from '../../../platform/services.ts'
import { advertisement } from './advertisement.ts'

const tags = ['Advertisements']
const policy = { areas: ['client'] as const }
const Ad = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  images: Type.Array(FileLink),
})

interface AdRow {
  id: number
  title: string
  url: string
  images: FileRef[]
}

/** Calls of the office for advertisements, and those that show them to residents (rules 9.26). */
export function advertisementRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, advertisement)
  const { db, files } = services
  const present = (row: AdRow) => ({ ...row, images: files.presentFiles(row.images) })

  app.get('/ads', {
    config: { policy },
    schema: {
      tags,
      summary: 'The newest advertisements',
      querystring: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: CARD_CUTS.ads }) }),
      response: { 200: Type.Object({ data: Type.Array(Ad) }) },
    },
    handler: async ({ query }) => ({ data: (await newest(db, query.limit)).map(present) }),
  })

  app.get('/ad', {
    config: { policy },
    schema: {
      tags,
      summary: 'One advertisement by chance, or null',
      response: { 200: Type.Object({ data: Type.Union([Ad, Type.Null()]) }) },
    },
    handler: async () => {
      const row = await anyOne(db)
      return { data: row ? present(row) : null }
    },
  })
}

const ADS = 'select id, title, url, images from advertisements where status <> 0'

function newest(db: Db, limit: number): Promise<AdRow[]> {
  return prepared(db, 'ads.newest', `${ADS} order by id desc limit $1`, [limit])
}

/** By chance, so that each is shown as often as the others. */
async function anyOne(db: Db): Promise<AdRow | undefined> {
  const [row] = await prepared<AdRow>(db, 'ads.any', `${ADS} order by random() limit 1`)
  return row
}
