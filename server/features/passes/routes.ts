import { Type } from 'typebox'
import { findWithAddressLimit } from '#features/sessions/login-attempt.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { requireFound } from '#platform/errors.ts'
import { getPortalUrl } from '#platform/http/format-portal-url.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { GateSettings, PublicPass, Pass, SavedGateSettings } from '@tahanan/contract/gate/answers.ts'
import { LastSeenVersion } from '@tahanan/contract/requests.ts'
import { endOwnPass, requirePass } from './changes.ts'
import { updateGateSettings, findGateSettings } from './find-gate-settings.ts'
import { findPass } from './gate-pass-row.ts'
import { presentOpenPass, presentPass } from './present.ts'

const tags = ['Gate']
const TicketParams = Type.Object({ ticketId: Id })

const getLink = (app: PortalApp, { config }: PlatformContext, token: string): string =>
  `${getPortalUrl(config, app.server)}/pass#${token}`

/**
 * Registers the calls for passes of residents and their guests (rules 24.1 to 24.9). The calls for guards are
 * in `gate`.
 */
export function passRoutes(app: PortalApp, services: PlatformContext): void {
  registerTicketPassRoutes(app, services)
  registerOpenPassRoute(app, services)
  registerSettingsRoutes(app, services)
}

function registerTicketPassRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services

  app.get('/pass/:ticketId', {
    config: { policy: allowResidentsAndAdmins(['gate', 'scan']) },
    schema: { tags, summary: 'The latest pass of a ticket', params: TicketParams, response: { 200: Pass } },
    handler: async ({ actor, params }) => {
      const { row, token } = await requirePass(db, actor, params.ticketId)
      const { howToGetIn } = await findGateSettings(db)
      return presentPass(row, { link: getLink(app, services, token), howToGetIn })
    },
  })

  app.delete('/pass/:ticketId', {
    config: { policy: { areas: ['client'] } },
    schema: {
      tags,
      summary: 'End the pass of a ticket',
      params: TicketParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await endOwnPass(services, actor, params.ticketId)
      return { success: true }
    },
  })
}

function registerOpenPassRoute(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services

  app.post('/pass-view', {
    config: { policy: 'open' },
    schema: {
      tags,
      summary: 'The pass of a shared link',
      description: 'The token stands behind the # of the link. Wrong ones are counted as wrong mailed links.',
      body: Type.Object({ token: Type.String({ maxLength: 100 }) }),
      response: { 200: PublicPass },
    },
    handler: async ({ body: { token }, ip }) => {
      const row = await findWithAddressLimit(db, ip, async () => requireFound(await findPass(db, { token })))
      const [community, { howToGetIn }] = await Promise.all([findCommunityName(db), findGateSettings(db)])
      const timeZone = config.communityTimeZone
      return presentOpenPass(row, { community, howToGetIn, timeZone, link: getLink(app, services, token) })
    },
  })
}

function registerSettingsRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/gate-settings', {
    config: { policy: allowAdmins(['gate', 'view'], ['gate', 'devices']) },
    schema: {
      tags,
      summary: 'Hours of passes, and the texts of the gate',
      response: { 200: SavedGateSettings },
    },
    handler: () => findGateSettings(services.db),
  })

  app.put('/gate-settings', {
    config: { policy: allowAdmins(['gate', 'devices']) },
    schema: {
      tags,
      summary: 'Change the settings of the gate; hours count for later passes',
      body: Type.Object({ ...GateSettings.properties, updated_at: LastSeenVersion }),
      response: { 200: SavedGateSettings },
    },
    handler: ({ actor, body: { updated_at, ...settings } }) => {
      const lastSeen = parseLastSeen({ updated_at }, services.config.communityTimeZone)
      return updateGateSettings(services, actor, settings, lastSeen)
    },
  })
}
