import { notifyPageViewers, notifyTenant } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import {
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestState,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import type { RequestRow } from './repository.ts'

/** Notifies the office of a resident's request about personal data (rules 26.24). */
export function notifyRequestFiled(
  tx: Tx,
  { id, kind, tenant_id, due_on, ...row }: RequestRow,
): Promise<void> {
  return notifyPageViewers(tx, {
    page: 'privacy',
    kind: 'ticket',
    title: 'New privacy request',
    message:
      `${row.uoccname ?? ''} (${row.client_code ?? ''}): ${REQUEST_KINDS[kind].label.toLowerCase()}. ` +
      `Please answer by ${formatLongDay(due_on)}.`,
    link: `/admin/privacy-requests?modal=true&id=${id}`,
    subjectTenantId: tenant_id,
  })
}

/**
 * Notifies the resident of the answer to a request. The text of the answer is shown only in the portal (rules
 * 26.26).
 */
export async function notifyRequestAnswered(
  tx: Tx,
  { kind }: Pick<RequestRow, 'kind'>,
  { tenantId, state }: { readonly tenantId: number; readonly state: RequestState },
): Promise<void> {
  const title = 'Your privacy request was answered'
  await notifyTenant(tx, {
    tenantId,
    kind: 'ticket',
    title,
    message: `${REQUEST_KINDS[kind].own}: ${REQUEST_STATES[state].toLowerCase()}. Please read the answer in Your data.`,
    link: '/your-data',
    brief: `${title}.`,
  })
}
