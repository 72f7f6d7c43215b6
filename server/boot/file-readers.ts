import { mayReadBankAccountFile } from '#features/bank-accounts/policy.ts'
import { mayReadMessageFile } from '#features/conversation/policy.ts'
import { mayReadImportFile } from '#features/imports/policy.ts'
import { mayReadNoteFile } from '#features/internal-notes/policy.ts'
import { mayReadPaymentFile } from '#features/payments/policy.ts'
import { mayReadPostFile } from '#features/posts/policy.ts'
import { recordFileReaders } from '#features/records/policy.ts'
import { mayReadStatement } from '#features/statements/policy.ts'
import { mayReadTenantFile } from '#features/tenants/policy.ts'
import { mayReadTicketFile } from '#features/tickets/may-read-ticket-file.ts'
import type { FileAccessChecks } from '#platform/files/require-readable-file.ts'

/**
 * Access checks by the kind of the record that owns the file (rules 6.11). Files of other kinds cannot be
 * read by anybody.
 */
export const fileReaders: FileAccessChecks = {
  ticket: mayReadTicketFile,
  tenant: mayReadTenantFile,
  post: mayReadPostFile,
  payment: mayReadPaymentFile,
  message: mayReadMessageFile,
  internalNote: mayReadNoteFile,
  bankAccount: mayReadBankAccountFile,
  statement: mayReadStatement,
  // The terms and the privacy notice are public (rules 6.10).
  terms: () => Promise.resolve(true),
  privacyNotice: () => Promise.resolve(true),
  statementImport: mayReadImportFile,
  ...recordFileReaders,
}
