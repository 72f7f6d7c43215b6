import type { PageName } from '@tahanan/contract/permissions.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'

/** Texts of a notification. `link` is a path of the web app that shows the record, or null. */
interface Words {
  title: string
  message: string
  link: string | null
}

// One statement writes the row and what the relay tells of it: a create pays one round trip for its notification.
const WRITE = `
  with written as (
    insert into notifications (area, tenant_id, page, subject_tenant_id, title, message, link)
    values ($1, $2, $3, $4, $5, $6, $7) returning id
  )
  insert into outbox (topic, payload) select 'notification', jsonb_build_object('id', id) from written`

/**
 * Notifies one tenant, or all of them with `tenantId: null`, in the transaction of the change that it is about
 * (rules 10.1: status or remarks changed, a statement, a post, a memorandum).
 */
export async function notifyTenant(
  tx: DbOrTx,
  { tenantId, title, message, link }: Words & { tenantId: number | null },
): Promise<void> {
  await prepared(tx, 'notify', WRITE, ['client', tenantId, null, null, title, message, link])
}

/** Inserts a notification, or brings the last hour's one about the same tenant and record up again. */
const WRITE_GROUPED = `
  with earlier as (
    select id from notifications
    where area = 'admin' and page = $1 and subject_tenant_id = $2 and title = $3 and link = $5
      and created_at > clock_timestamp() - interval '1 hour'
    order by created_at desc limit 1 for update
  ), renewed as (
    update notifications set message = $4, created_at = clock_timestamp()
    where id = (select id from earlier) returning id
  ), unread as (
    delete from notification_reads where notification_id = (select id from renewed)
  ), written as (
    insert into notifications (area, page, subject_tenant_id, title, message, link)
    select 'admin', $1, $2, $3, $4, $5 where not exists (select from renewed) returning id
  )
  insert into outbox (topic, payload)
  select 'notification', jsonb_build_object('id', id) from (table renewed union all table written) as told`

/**
 * Notifies as `notifyPage` does, once an hour for each tenant and record: a further notice replaces the one before, on top and
 * unread, so that one tenant's notices do not push out all others.
 */
export async function notifyPageGrouped(
  tx: DbOrTx,
  { page, subjectTenantId, title, message, link }: Words & { page: PageName; subjectTenantId: number },
): Promise<void> {
  await prepared(tx, 'notify grouped', WRITE_GROUPED, [page, subjectTenantId, title, message, link])
}

/**
 * Notifies the administrators who may view a page: whoever may at the time of reading, not of writing. `subjectTenantId`
 * is the tenant whom it is about (rules 10.1: a resident created a ticket, a payment or a comment).
 */
export async function notifyPage(
  tx: DbOrTx,
  { page, subjectTenantId, title, message, link }: Words & { page: PageName; subjectTenantId: number | null },
): Promise<void> {
  await prepared(tx, 'notify', WRITE, ['admin', null, page, subjectTenantId, title, message, link])
}
