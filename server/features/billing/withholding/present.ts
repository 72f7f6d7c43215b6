import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { Static } from 'typebox'
import type { FileStore } from '../../../platform/files/store/store.ts'
import type { PaymentRow } from '../payments/repository.ts'

/** Returns the tax withheld of a payment, or null where none was. */
export function presentWithholding(
  files: Pick<FileStore, 'presentFiles'>,
  { withholding }: Pick<PaymentRow, 'withholding'>,
): Static<typeof Payment>['withholding'] {
  if (withholding === null) return null
  const { receivedAt, certificate, ...rest } = withholding
  return {
    ...rest,
    certificate: files.presentFiles(certificate),
    status: receivedAt === null ? 'claimed' : 'received',
    receivedDate: receivedAt === null ? null : new Date(receivedAt),
  }
}
