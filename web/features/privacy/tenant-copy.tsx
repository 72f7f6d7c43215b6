import { COPY_RETENTION_DAYS } from '@tahanan/contract/privacy/copies.ts'
import { CopyList } from './copy-list.tsx'

/**
 * Buttons with which the super-administrator exports a copy of a tenant's data, for example after a request
 * on paper (rules 26).
 */
export function TenantCopy({ tenantId, name }: { tenantId: number; name: string }) {
  return (
    <section className="stack" aria-labelledby={`copy-of-${tenantId}`}>
      <h2 id={`copy-of-${tenantId}`}>Copy of data</h2>
      <p className="muted">
        A file with what the portal stores about {name}. They are notified when it is ready and can download
        it too. It is kept for {COPY_RETENTION_DAYS} days.
      </p>
      <CopyList tenantId={tenantId} buttonLabel="Copy of data" />
    </section>
  )
}
