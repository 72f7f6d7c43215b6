import { Type } from 'typebox'
import { requirePermission } from '#platform/actor.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { changeServiceSettings, listServiceSettings } from './list-service-settings.ts'

/**
 * Registers the API routes for service settings: which services are open, and up to which balance of a
 * resident (rules 11.8).
 */
export function serviceSettingRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/system-parameter-settings', {
    config: { policy: { areas: ['client', 'admin'] } },
    schema: {
      summary: 'Which services are on, and up to which balance',
      response: { 200: Type.Array(ServiceSetting) },
    },
    handler: ({ actor }) => listServiceSettings(services.db, actor),
  })

  app.post('/system-parameter-setting', {
    // The caller needs two permissions: for the tab (`policy`) and for its Save button (`onRequest`; rules
    // 11.9). Both are checked before the body is read.
    config: {
      policy: { areas: ['admin'], permission: [['utilities', 'systemParameterSettings']] },
      confirmed: true,
    },
    onRequest: async ({ actor }) => requirePermission(actor, 'utilities', 'edit'),
    schema: {
      summary: 'Change which services are on, and up to which balance',
      description: 'What is not named stays as it is.',
      body: Type.Object({
        services: Type.Array(
          Type.Object({
            type: Type.Enum([...SERVICE_TYPES], { 'x-message': 'There is no such service.' }),
            status: Type.Optional(
              Type.Integer({ minimum: 0, maximum: 1, 'x-message': 'This is 1 (active) or 0 (inactive).' }),
            ),
            amount: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: LIMITS.money,
                'x-message': 'Please input an amount in pesos.',
              }),
            ),
          }),
          { minItems: 1, maxItems: SERVICE_TYPES.length },
        ),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ body }) => {
      await changeServiceSettings(services, body.services)
      return { message: 'You have successfully updated the services' }
    },
  })
}
