import { ResidentConfirmationDialog } from '#features/account/office-confirmation-dialog.tsx'
import { MAX_COPIES_PER_DAY, COPY_RETENTION_DAYS } from '@tahanan/contract/privacy/copies.ts'
import { CopyList } from './copy-list.tsx'

/**
 * Section of the page 'Your data', in which residents request and download copies of their data (rules 26).
 */
export function DataCopies() {
  return (
    <section className="stack" aria-labelledby="copies-title">
      <h2 id="copies-title">Copy of your data</h2>
      <p className="muted">
        A file with what the portal stores about you: a page to read, the same data for other programs, and
        your files. It is kept for {COPY_RETENTION_DAYS} days. At most {MAX_COPIES_PER_DAY} are made within a
        day.
      </p>
      <CopyList buttonLabel="Ask for a copy" />
      <ResidentConfirmationDialog />
    </section>
  )
}
