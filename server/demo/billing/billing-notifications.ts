import { toTenantRow } from '#features/notifications/notify.ts'
import {
  createChangedNotification,
  describeNewPayment,
  getOfficeLink,
  PAYMENT_LIST_LINK,
} from '#features/payments/payment-notifications.ts'
import { PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { Community } from '../community.ts'
import type { NotificationRow } from '../notifications.ts'
import type { InsertedDemoPayment } from './insert-payments.ts'
import type { DemoMonth } from './months.ts'

export function toPaymentNotifications({ payment, row }: InsertedDemoPayment): NotificationRow[] {
  return payment.events.flatMap((event, eventIndex): NotificationRow[] => {
    const {
      at,
      actor_area: by,
      from_status: from,
      to_status: to,
      remark,
      to_outsource: newOutsourceStatus,
    } = event
    const isDeposit = eventIndex === 0 && row.type === PAYMENT_TYPE.deposit && row.reservation_id === null
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
          message: describeNewPayment(row, newOutsourceStatus ?? null),
        },
      ]
    if (by !== 'admin' || from === null) return []
    const notification = createChangedNotification(row, { status: to, remarks: remark ?? undefined })
    return [{ ...toTenantRow(notification), created_at: at }]
  })
}

export function toStatementNotifications(
  { residents }: Community,
  months: readonly DemoMonth[],
): NotificationRow[] {
  return months.flatMap(({ name, importedAt }, index) =>
    residents.map(({ id, statementAmounts }) => ({
      area: 'client',
      tenant_id: id,
      kind: 'statement',
      title: 'New statement of account',
      message: `Statement of Account, ${name}: ${formatPesos(statementAmounts[index] ?? 0)}`,
      link: PAYMENT_LIST_LINK,
      created_at: importedAt,
    })),
  )
}
