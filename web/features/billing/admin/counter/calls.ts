import type { ListOf } from '@tahanan/contract/answers.ts'
import type { CashClose, NextCashClose, Payment } from '@tahanan/contract/billing/answers.ts'
import { api } from '../../../../lib/api/api.ts'
import { pageQuery } from '../../../../lib/api/api-query.ts'
import { saveBlob } from '../../../../lib/api/save-file.ts'

/** Query of what the administrator took at the counter, the newest first. */
export const takenQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<Payment>>(['payments', 'taken', filter], '/counter-payments', filter)

/** Query of the post-dated cheques that are not posted, by their dates. */
export const waitingChequesQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<Payment>>(['payments', 'waiting-cheques', filter], '/waiting-cheques', filter)

/** Query of a page of the closes of the day, and of what the next would hold. */
export const cashClosesQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<CashClose> & { next: NextCashClose }>(
    ['payments', 'cash-closes', filter],
    '/cash-closes',
    filter,
    // whoever counts must see the cash that a colleague takes meanwhile
    { staleTime: 0, refetchInterval: 10_000 },
  )

/** Fetches the slip of a cheque that was handed in and hands it to the browser. */
export const saveChequeSlip = async ({ id, referenceNumber }: Payment): Promise<void> =>
  saveBlob(`Cheque ${referenceNumber}.pdf`, await api.file(`/payment/${id}/cheque-slip`))
