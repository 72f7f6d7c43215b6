import { toTenantRow } from '#features/notifications/notify.ts'
import {
  toChangedNotice,
  describeNewPayment,
  getOfficeLink,
  RESIDENT_LINK,
} from '#features/payments/notices.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '@tahanan/contract/money.ts'
import type { Community } from '../community.ts'
import type { NoticeRow } from '../notifications.ts'
import type { InsertedDemoPayment } from './insert-payments.ts'
import type { DemoMonth } from './months.ts'

export function toPaymentNotices({ payment, row }: InsertedDemoPayment): NoticeRow[] {
  return payment.events.flatMap((event, nth): NoticeRow[] => {
    const { at, actor_area: by, from_status: from, to_status: to, remark, to_outsource: toOutsource } = event
    const isDeposit = nth === 0 && row.type === PAYMENT_TYPE.deposit && row.reservation_id === null
    if (isDeposit || (by === 'gateway' && from === 1 && to === 2))
      return [
        {
          area: 'admin',
          kind: 'payment',
          page: 'payments',
          subject_tenant_id: row.tenant_id,
          link: getOfficeLink(row.id),
          created_at: at,
          title: 'New payment',
          message: describeNewPayment(row, toOutsource ?? null),
        },
      ]
    if (by !== 'admin' || from === null) return []
    const notice = toChangedNotice(row, { status: to, remarks: remark ?? undefined })
    return [{ ...toTenantRow(notice), created_at: at }]
  })
}

export function toStatementNotices({ residents }: Community, months: readonly DemoMonth[]): NoticeRow[] {
  return months.flatMap(({ name, importedAt }, index) =>
    residents.map(({ id, statementAmounts }) => ({
      area: 'client',
      tenant_id: id,
      kind: 'statement',
      title: 'New statement of account',
      message: `Statement of Account, ${name}: ${pesos(statementAmounts[index] ?? 0)}`,
      link: RESIDENT_LINK,
      created_at: importedAt,
    })),
  )
}
