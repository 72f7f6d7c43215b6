import { Type } from 'typebox'
import type { PortalApp } from '../http/portal-app.ts'
import { PortalError } from '../errors.ts'
import { Done } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { changeWebsiteSettings } from './change-website-settings.ts'
import { WEBSITE_SETTINGS, readPublicSettings, readSettings } from './website-settings.ts'

const tags = ['Settings']
const Settings = Type.Array(
  Type.Object({
    name: Type.String(),
    value: Type.String(),
    src: Type.Optional(Type.String({ description: 'Where an image is found' })),
  }),
)

/** Website settings and terms (specification 3 §2 and §7, 'Website and super-administrator'). */
export function settingsRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services

  app.get('/public-website-settings', {
    config: { policy: 'open' },
    schema: { tags, summary: 'What the login pages need to know', response: { 200: Settings } },
    handler: () => readPublicSettings(db, config.communityTimeZone),
  })

  app.get('/public-terms-and-conditions', {
    config: { policy: 'open' },
    schema: {
      tags,
      summary: 'The terms and conditions',
      response: {
        200: Type.Object({ title: Type.String(), value: Type.String({ description: 'ProseMirror JSON' }) }),
      },
    },
    handler: async () => {
      const terms = await db
        .selectFrom('terms')
        .select(['title', 'content'])
        .where('status', '=', 1)
        .executeTakeFirst()
      if (!terms) throw new PortalError('notFound')
      return { title: terms.title, value: terms.content }
    },
  })

  app.get('/website-settings', {
    config: { policy: { areas: ['super-admin'] } },
    schema: { tags, summary: 'The website settings', response: { 200: Settings } },
    handler: () => readSettings(db, WEBSITE_SETTINGS),
  })

  app.post('/website-settings', {
    config: { policy: { areas: ['super-admin'] } },
    schema: {
      tags,
      summary: 'Change website settings',
      description:
        'Those that are not named stay as they are. Maintenance keeps residents and administrators out at once.',
      body: Type.Object({
        settings: Type.Array(
          Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.String({ maxLength: 5000 }) }),
          { minItems: 1, maxItems: 50 },
        ),
      }),
      response: { 200: Done },
    },
    handler: async ({ actor, body }) => {
      await changeWebsiteSettings(services, actor, body.settings)
      return { message: 'Website settings successfully updated.' }
    },
  })
}
