import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import { PushKey } from '@tahanan/contract/deliveries/answers.ts'
import { createSubscription } from './changes.ts'
import { loadPushKey } from './load-push-key.ts'
import type { PushConfig } from './push-config.ts'
import { deleteSubscription } from './repository.ts'

const residentConfig = { policy: { areas: ['client'] } } as const
// The length is limited, because the column of the endpoint is indexed, and PostgreSQL cannot index longer
// values.
const endpoint = Type.String({
  maxLength: 2000,
  pattern: '^https://[!-~]+$',
  'x-message': 'This is not the address of a push service.',
})
const key = Type.String({ maxLength: 100, pattern: '^[\\w-]+={0,2}$' })
const NewSubscription = Type.Object({ endpoint, keys: Type.Object({ p256dh: key, auth: key }) })

/** Registers the API routes for push subscriptions (rules 23.33). */
export function pushRoutes(app: PortalApp, services: PlatformContext & { config: PushConfig }): void {
  const { db, config } = services

  app.get('/push-key', {
    config: residentConfig,
    schema: {
      summary: 'Key of the portal for push messages',
      description: 'Empty where the portal sends none.',
      response: { 200: PushKey },
    },
    handler: async () => ({ key: config.pushHosts.length === 0 ? '' : (await loadPushKey(db)).publicKey }),
  })

  app.post('/push-subscription', {
    config: residentConfig,
    schema: {
      summary: 'Receive push messages in this browser',
      description: 'Repeated at each visit. A browser that was subscribed by another account is moved.',
      body: NewSubscription,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, body: { endpoint, keys } }) => {
      await runInTransaction(services, (tx) => createSubscription(tx, actor, config, { endpoint, ...keys }))
      return { success: true }
    },
  })

  app.delete('/push-subscription', {
    config: residentConfig,
    schema: {
      summary: 'Receive no push messages in this browser',
      body: Type.Object({ endpoint }),
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, body }) => {
      await deleteSubscription(db, actor.id, body.endpoint)
      return { success: true }
    },
  })
}
