import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { Ad } from '@tahanan/contract/records/answers.ts'
import { MAX_DASHBOARD_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'
import { listNewestAds, findRandomAd } from './repository.ts'

const tags = ['Advertisements']
const policy = { areas: ['client'] as const }

/** Registers the API routes by which residents see advertisements (rules 9.26). */
export function advertisementRoutes(app: PortalApp, { db, files }: PlatformContext): void {
  const presentAd = <Ad extends { images: FileRef[] }>(ad: Ad) => ({
    ...ad,
    images: files.presentFiles(ad.images),
  })

  app.get('/ads', {
    config: { policy },
    schema: {
      tags,
      summary: 'The newest advertisements',
      querystring: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 50, default: MAX_DASHBOARD_ADS }),
      }),
      response: { 200: Type.Object({ data: Type.Array(Ad) }) },
    },
    handler: async ({ query }) => ({
      data: (await listNewestAds(db, query.limit)).map(presentAd),
    }),
  })

  app.get('/ad', {
    config: { policy },
    schema: {
      tags,
      summary: 'One advertisement by chance, or null',
      response: { 200: Type.Object({ data: Type.Union([Ad, Type.Null()]) }) },
    },
    handler: async () => {
      const row = await findRandomAd(db)
      return { data: row ? presentAd(row) : null }
    },
  })
}
