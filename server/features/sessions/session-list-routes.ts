import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { AREAS } from '@tahanan/contract/limits.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { EndedSessions, OwnSession } from '@tahanan/contract/sessions/answers.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'

const config = { policy: { areas: AREAS } }

export function sessionListRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/sessions', {
    config,
    schema: { summary: 'Where I am logged in', response: { 200: Type.Array(OwnSession) } },
    handler: ({ actor }) => listSessions(services.db, actor),
  })

  app.delete('/sessions/:id', {
    config,
    schema: { summary: 'End one of my sessions', params: IdParams, response: { 200: MessageAnswer } },
    handler: async ({ actor, params, ip }) => {
      await endOwnSession(services, actor, params.id, ip)
      return { message: 'The session has been ended.' }
    },
  })

  app.delete('/sessions', {
    config,
    schema: { summary: 'End all my sessions but this one', response: { 200: EndedSessions } },
    handler: async ({ actor, ip }) => ({
      ended: await endOtherSessions(services, actor, ip),
      message: 'All other sessions have been ended.',
    }),
  })
}
