import type { Insertable } from 'kysely'
import {
  changedTitle,
  changedWords,
  newWords,
  noticedOf,
  officeLink,
  pesos,
  RESIDENT_LINK,
  residentLink,
} from '../../features/billing/payments/notices.ts'
import type { DB } from '../../platform/db/generated.ts'
import type { InsertedDemoPayment } from './insert-payments.ts'
import type { DemoMonth } from './months.ts'

export type NoticeRow = Insertable<DB['notifications']> & { created_at: Date }

/** Notifications about payments, to the office and to residents (rules 8.30). */
export function paymentNotices({ payment, row }: InsertedDemoPayment): NoticeRow[] {
  const noticed = noticedOf(row)
  return payment.steps.flatMap(({ at, by, from, to, remark, toOutsource }, nth): NoticeRow[] => {
    const toOffice = {
      area: 'admin',
      page: 'payments',
      subject_tenant_id: row.tenant_id,
      link: officeLink(row.id),
      created_at: at,
    } as const
    const isDeposit = nth === 0 && payment.type === 1 && payment.reservation === null
    if (isDeposit || (by === 'gateway' && from === 1 && to === 2))
      return [{ ...toOffice, title: 'New payment', message: newWords(noticed, toOutsource) }]
    if (by !== 'office' || from === null) return []
    const decision = { status: to, remarks: remark ?? undefined }
    const [title, message] = [changedTitle(decision), changedWords(noticed, decision)]
    const link = to === 0 ? RESIDENT_LINK : residentLink(row.id)
    return [{ area: 'client', tenant_id: row.tenant_id, title, message, link, created_at: at }]
  })
}

/** What an import told each tenant, in the words of the import itself. */
export function statementNotices(
  { name, importedAt }: DemoMonth,
  tenants: readonly number[],
  amounts: readonly number[],
): NoticeRow[] {
  return tenants.map((tenant_id, nth) => ({
    area: 'client',
    tenant_id,
    title: 'New statement of account',
    message: `Statement of Account, ${name}: ${pesos(amounts[nth] ?? 0)}`,
    link: RESIDENT_LINK,
    created_at: importedAt,
  }))
}
