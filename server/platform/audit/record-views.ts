import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '../services.ts'
import { recordViewed, type Viewed } from './record-action.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Returns the viewed records to write into the audit log; null if views of this route are not logged
     * (rules 12.19).
     */
    viewed: (() => Views | Promise<Views>) | null
  }
}

type Views = Viewed | readonly Viewed[]

/**
 * Logs the records that an administrator viewed, after the answer is sent. A graceful shutdown waits for
 * these writes.
 */
export function recordViews(app: PortalApp, { db, log }: Pick<Services, 'db' | 'log'>): void {
  const writing = new Set<Promise<void>>()
  app.decorateRequest('viewed', null)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { viewed, found, ip: address } = request
    // Views by residents are not logged, because they see only their own records.
    if (!viewed || !found || found.actor.area === 'client' || reply.statusCode >= 400) return
    const { area, id, name } = found.actor
    const written = Promise.resolve(viewed())
      .then(async (views) => {
        for (const seen of [views].flat()) await recordViewed(db, { area, id, name, address }, seen)
      })
      .catch((error: unknown) => log.error({ err: error }, 'a view could not be written into the audit log'))
      .finally(() => writing.delete(written))
    writing.add(written)
  })
  app.addHook('onClose', async () => {
    await Promise.all(writing)
  })
}
