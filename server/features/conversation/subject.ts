import { findPaymentRow as findPayment } from '#features/payments/repository.ts'
import { findTicketRow as findTicket } from '#features/tickets/repository.ts'
import { requirePermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { findTenant, type NamedTenant } from '#platform/find-tenant.ts'
import type { ConversationKind, ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'

export type Author = Exclude<Actor, { area: 'super-admin' }>

export interface Subject extends ConversationSubject {
  readonly tenant: NamedTenant
  readonly page: PageName
  readonly number: string | null
  readonly module?: TicketModule
  readonly assigneeId?: number | null
}

type FindSubject = (db: DbOrTx, id: number, tenantId?: number) => Promise<Subject | undefined>

const SUBJECT_FINDERS: Readonly<Record<ConversationKind, FindSubject>> = {
  async ticket(db, id, tenantId) {
    const row = await findTicket(db, id, { tenantId })
    if (!row || !isKnownModule(row.module)) return undefined
    const module = getModule(row.module)
    const { ticket_number: number, assignee_id: assigneeId } = row
    return { kind: 'ticket', id, tenant: toTenant(row), page: module.permission, number, module, assigneeId }
  },
  async payment(db, id, tenantId) {
    const row = await findPayment(db, id, { tenantId })
    return (
      row && { kind: 'payment', id, tenant: toTenant(row), page: 'payments', number: row.reference_number }
    )
  },
  async tenant(db, id, tenantId = id) {
    const tenant = id === tenantId ? await findTenant(db, id) : undefined
    return tenant && { kind: 'tenant', id, tenant, page: 'tenants', number: null }
  },
}

const toTenant = (row: { tenant_id: number; client_code: string; uoccname: string }): NamedTenant => ({
  id: row.tenant_id,
  clientCode: row.client_code,
  uoccname: row.uoccname,
})

/**
 * Finds the record that a conversation is about. Ignores deleted records and, if `tenantId` is given, records
 * of other tenants.
 */
export const findSubject = (db: DbOrTx, { kind, id }: ConversationSubject, tenantId?: number) =>
  SUBJECT_FINDERS[kind](db, id, tenantId)

/**
 * Finds the record that a conversation is about. Throws 404 if the caller is a resident and the record
 * belongs to another resident. Throws 403 if the caller is an administrator who may not view the record's
 * page.
 */
export async function requireSubject(
  db: DbOrTx,
  actor: Actor,
  subjectName: ConversationSubject,
): Promise<Subject> {
  const tenantId = actor.area === 'client' ? actor.id : undefined
  const subject = requireFound(await findSubject(db, subjectName, tenantId))
  if (actor.area !== 'client') requirePermission(actor, subject.page, 'view')
  return subject
}

const TABLES = { ticket: 'tickets', payment: 'payments', tenant: 'tenants' } as const

/**
 * Locks the record that a conversation is about, so that its tenant stays the same until the transaction
 * ends.
 */
export async function lockSubject(tx: Tx, actor: Actor, subjectName: ConversationSubject): Promise<Subject> {
  await tx
    .selectFrom(TABLES[subjectName.kind])
    .select('id')
    .where('id', '=', subjectName.id)
    .forShare()
    .execute()
  return requireSubject(tx, actor, subjectName)
}
