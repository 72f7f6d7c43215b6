import { mayReadBankAccountFile } from '#features/bank-accounts/policy.ts'
import { mayReadMessageFile } from '#features/conversation/policy.ts'
import { mayReadImportFile } from '#features/imports/policy.ts'
import { mayReadNoteFile } from '#features/internal-notes/policy.ts'
import { mayReadPaymentFile } from '#features/payments/policy.ts'
import { mayReadPostFile } from '#features/posts/policy.ts'
import { recordFileAccessChecks } from '#features/records/policy.ts'
import { mayReadStatement } from '#features/statements/policy.ts'
import { mayReadTenantFile } from '#features/tenants/policy.ts'
import { mayReadTicketFile } from '#features/tickets/may-read-ticket-file.ts'
import type { FileAccessChecks } from '#platform/files/require-readable-file.ts'

/**
 * Functions that check whether a user may read a file, by the kind of the record that owns it (rules 6.11).
 * Nobody may read files of other kinds.
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
  // Everybody may read files of the terms and the privacy notice (rules 6.10).
  terms: () => Promise.resolve(true),
  privacyNotice: () => Promise.resolve(true),
  statementImport: mayReadImportFile,
  ...recordFileAccessChecks,
}
