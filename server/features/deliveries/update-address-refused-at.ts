import type { DbOrTx } from '#platform/db/client.ts'
import type { NotificationArea } from '@tahanan/contract/notifications/kinds.ts'

/**
 * Marks the account's e-mail address as permanently refused, or clears the mark if `at` is null (rules
 * 23.23). Does nothing if the account has another address now.
 */
export async function updateAddressRefusedAt(
  db: DbOrTx,
  { area, id, email }: { readonly area: NotificationArea; readonly id: number; readonly email: string },
  at: Date | null,
): Promise<void> {
  await db
    .updateTable(area === 'client' ? 'tenants' : 'admins')
    .set({ mail_refused_at: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('mail_refused_at', at === null ? 'is not' : 'is', null)
    .execute()
}
