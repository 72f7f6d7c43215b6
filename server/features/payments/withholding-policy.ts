import { can, type Actor } from '#platform/actor.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { PaymentRow } from './repository.ts'

/** Columns of a payment that decide about its certificate. */
type CertificateFacts = Pick<PaymentRow, 'status' | 'reversal' | 'withholding'>

/** Returns what an actor may do with a payment's certificate: residents send it until it is received, the office says whether it is. */
export function certificateAbilities(actor: Actor, row: CertificateFacts): Payment['can'] {
  const counts = row.status !== 0 && row.status !== PAYMENT_STATUS.rejected && row.reversal === null
  if (row.withholding === null || !counts) return []
  if (actor.area === 'client') return row.withholding.receivedAt === null ? ['sendCertificate'] : []
  return can(actor, 'payments', 'verify') ? ['markCertificate'] : []
}
