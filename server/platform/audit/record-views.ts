import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '../services.ts'
import { recordViewed, type Viewed } from './record.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Returns the records that the answer shows, where the audit log must name their readers (rules 12.19). */
    viewed: (() => Viewed | Promise<Viewed>) | null
  }
}

/** Writes what the office looked at into the audit log, after the answer; the server waits for it before it stops. */
export function recordViews(app: PortalApp, { db, log }: Pick<Services, 'db' | 'log'>): void {
  const writing = new Set<Promise<void>>()
  app.decorateRequest('viewed', null)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { viewed, found, ip: address } = request
    // residents look at what is theirs
    if (!viewed || !found || found.actor.area === 'client' || reply.statusCode >= 400) return
    const { area, id, name } = found.actor
    const written = Promise.resolve(viewed())
      .then((seen) => recordViewed(db, { area, id, name, address }, seen))
      .catch((error: unknown) => log.error({ err: error }, 'a view could not be written into the audit log'))
      .finally(() => writing.delete(written))
    writing.add(written)
  })
  app.addHook('onClose', async () => {
    await Promise.all(writing)
  })
}
