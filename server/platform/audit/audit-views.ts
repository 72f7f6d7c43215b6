import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '../platform-context.ts'
import { recordViewedRows, type ViewedRows } from './record-action.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Returns the viewed records to write into the audit log; null if views of this route are not logged
     * (rules 12.19).
     */
    viewed: (() => Views | Promise<Views>) | null
  }
}

type Views = ViewedRows | readonly ViewedRows[]

/** Logs the viewed records after the answer is sent. A graceful shutdown waits for these writes. */
export function auditViews(app: PortalApp, { db, log }: Pick<PlatformContext, 'db' | 'log'>): void {
  const pendingWrites = new Set<Promise<void>>()
  app.decorateRequest('viewed', null)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { viewed, found, ip: address } = request
    // Views by residents are not logged, because they see only their own records.
    if (!viewed || !found || found.actor.area === 'client' || reply.statusCode >= 400) return
    const { area, id, name } = found.actor
    const auditWrite = Promise.resolve(viewed())
      .then(async (views) => {
        for (const viewedRows of [views].flat())
          await recordViewedRows(db, { area, id, name, address }, viewedRows)
      })
      .catch((error: unknown) => log.error({ err: error }, 'a view could not be written into the audit log'))
      .finally(() => pendingWrites.delete(auditWrite))
    pendingWrites.add(auditWrite)
  })
  app.addHook('onClose', async () => {
    await Promise.all(pendingWrites)
  })
}
