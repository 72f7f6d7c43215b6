import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { IS_REJECTED } from '#features/payments/repository.ts'
import { recordAction } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { eraseFiles } from '#platform/files/clean-files.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import { hasOpenJob } from '#platform/jobs/queue.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { eraseCopies } from './copies/clean-copies.ts'
import { createTenantCondition } from './create-tenant-condition.ts'
import type { ErasureResult } from './erase-rows.ts'
import { eraseTenant } from './erase-tenant.ts'
import { eraseVisitor, type VisitorRecords } from './erase-visitor.ts'
import { appendErasure, hashEachRecord, hashRecords, type ErasedIds } from './erasures-file.ts'
import { emptyErasedRequests, lockAnswers } from './requests/repository.ts'

export type ErasureTarget = { readonly tenantId: number } | VisitorRecords

const toErasureRecordFields = (target: ErasureTarget) =>
  'tenantId' in target
    ? { kind: 'tenant' as const, tenantId: target.tenantId, ticketIds: [], walkInIds: [], gateEventIds: [] }
    : { kind: 'visitor' as const, tenantId: null, ...target }

export const erasePerson = (tx: Tx, { tenantId, ...visitorRecords }: ErasedIds) =>
  tenantId === null ? eraseVisitor(tx, visitorRecords) : eraseTenant(tx, tenantId)

/**
 * Facts that prevent the erasure of a tenant. A debt (`balance`) no longer prevents it after the caller has
 * confirmed it.
 */
export interface ErasureObstacles {
  readonly hold: string | null
  readonly openPayments: number
  readonly isImporting: boolean
  /** Debt in pesos. */
  readonly balance: number
}

/** Finds the facts that prevent the erasure of a tenant (rules 26.9). */
export async function findObstacles(db: DbOrTx, tenantId: number): Promise<ErasureObstacles> {
  const { forVerification, verified, created, rejected } = PAYMENT_STATUS
  const { rows } = await sql<{ hold: string | null; payments: number; importing: boolean; balance: number }>`
    select (select reason from erasure_holds where tenant_id = ${tenantId}) as hold,
      (select count(*)::int from payments p where p.tenant_id = ${tenantId}
        and (p.status in (${sql.lit(forVerification)}, ${sql.lit(verified)})
          or (p.status = ${sql.lit(created)} and p.next_inquiry_at is not null)
          or (p.status = ${sql.lit(rejected)} and not ${IS_REJECTED}))) as payments,
      exists (select from statement_imports where state in ('saving', 'undoing')) as importing,
      coalesce((select balance from ledgers where tenant_id = ${tenantId}), 0)::float8 as balance`.execute(db)
  const [row] = rows
  return {
    hold: row?.hold ?? null,
    openPayments: row?.payments ?? 0,
    isImporting: row?.importing ?? false,
    balance: Math.max(row?.balance ?? 0, 0),
  }
}

/** Throws 409 with the reason if a fact prevents the erasure of a tenant. */
export async function requireErasableTenant(
  db: DbOrTx,
  tenantId: number,
  confirmedDebt: boolean,
): Promise<void> {
  const { hold, openPayments, isImporting, balance } = await findObstacles(db, tenantId)
  if (hold !== null) throw new PortalError('erasureHeld', { placeholders: { reason: hold } })
  if (openPayments > 0)
    throw new PortalError('erasureOfPayer', { placeholders: { count: String(openPayments) } })
  if (isImporting) throw new PortalError('erasureDuringImport')
  if (balance > 0 && !confirmedDebt)
    throw new PortalError('erasureOfDebtor', { placeholders: { amount: formatPesos(balance) } })
}

export async function countRowsToErase(db: DbOrTx, tenantId: number): Promise<Record<string, number>> {
  const tables = Object.entries(PERSONAL_TABLES).filter(([, { tenant }]) => tenant)
  const countQueries = sql.join(
    tables.map(
      ([name]) => sql`select ${name}::text as name, count(*)::int as n from ${sql.table(name)}
        where ${createTenantCondition(name, tenantId)}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ name: string; n: number }>`${countQueries}`.execute(db)
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
}

/**
 * Queues an erasure and returns its id. Throws 404 for an unknown tenant. Throws 409 if a fact prevents the
 * erasure, or if an erasure of the same person is queued already.
 */
export async function requestErasure(
  tx: Tx,
  target: ErasureTarget,
  { askedBy, confirmedDebt }: { askedBy: string; confirmedDebt: boolean },
): Promise<string> {
  const recordFields = toErasureRecordFields(target)
  const { tenantId } = recordFields
  if (tenantId !== null) {
    requireFound(
      await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forUpdate().executeTakeFirst(),
    )
    await requireErasableTenant(tx, tenantId, confirmedDebt)
  }
  const id = randomUUID()
  await tx
    .insertInto('erasures')
    .values({
      id,
      kind: recordFields.kind,
      tenant_id: tenantId,
      ticket_ids: [...recordFields.ticketIds],
      walk_in_ids: [...recordFields.walkInIds],
      gate_event_ids: [...recordFields.gateEventIds],
      hash: await hashRecords(tx, recordFields),
      asked_by: askedBy,
    })
    .execute()
    .catch(onUniqueViolation('erasures_waiting', () => new PortalError('erasureWaiting')))
  await recordAction(tx, {
    action: 'remove',
    subject: 'personal_data',
    subjectId: tenantId,
    detail: tenantId === null ? 'Erasure of people without an account.' : `Erasure of tenant ${tenantId}.`,
  })
  await runErasure.add(tx, { id })
  return id
}

type ErasureServices = Pick<PlatformContext, 'db' | 'relay' | 'files' | 'log' | 'config'>

/**
 * Job that erases a person in one transaction, records the erasure in a file outside the database, and then
 * removes the person's files. If its process is killed, the job runs again.
 */
export const runErasure = defineTask({
  name: 'erase-person',
  payload: Type.Object({ id: Type.String() }),
  async run(services: ErasureServices, { id }) {
    const { db, files, log, config } = services
    let removeCopies: (() => Promise<void>) | undefined
    let transactionResult: ErasureResult | undefined
    try {
      transactionResult = await runInTransaction(services, async (tx): Promise<ErasureResult | undefined> => {
        const row = await tx
          .selectFrom('erasures')
          .selectAll()
          .where('id', '=', id)
          .where('state', '<>', 'done')
          .forUpdate()
          .executeTakeFirst()
        if (!row) return undefined
        const erasureTarget = {
          kind: row.kind,
          tenantId: row.tenant_id,
          ticketIds: row.ticket_ids,
          walkInIds: row.walk_in_ids,
          gateEventIds: row.gate_event_ids,
        }
        const recordHashes = await hashEachRecord(tx, erasureTarget)
        // Checked again, because a payment or a hold (block against erasure) may have been added since the
        // erasure was queued. `true`: the debt was confirmed when it was queued.
        if (row.tenant_id !== null) await requireErasableTenant(tx, row.tenant_id, true)
        if (row.tenant_id !== null) removeCopies = await eraseCopies(tx, services, row.tenant_id)
        const erasureResult = await erasePerson(tx, erasureTarget)
        const erasedRowCounts = Object.fromEntries(
          Object.entries(erasureResult.rows).filter(([, n]) => n > 0),
        )
        await tx
          .updateTable('erasures')
          .set({ state: 'done', erased: JSON.stringify(erasedRowCounts), problem: '', done_at: CLOCK })
          .where('id', '=', id)
          .execute()
        await lockAnswers(tx)
        await emptyErasedRequests(tx)
        // The record is written to the file before the commit. If the commit fails, a restore repeats the
        // erasure, which is harmless. If it were written after the commit, a crash could lose it, and a
        // restore would bring the data back.
        await appendErasure(config.dataDir, {
          id,
          ...erasureTarget,
          hash: row.hash,
          recordHashes,
          at: row.created_at.toISOString(),
        })
        return erasureResult
      })
    } catch (error) {
      const isPrevented = error instanceof PortalError
      const problem = isPrevented ? error.message : 'An error of the portal; see its log.'
      if (!isPrevented) log.error({ err: error, erasure: id }, 'a person could not be erased')
      // A connection that was lost during the commit may have left the erasure done.
      await db
        .updateTable('erasures')
        .set({ state: 'failed', problem })
        .where('id', '=', id)
        .where('state', '<>', 'done')
        .execute()
      // The queue retries a job that throws. A refusal is not thrown, because a retry would be refused again.
      if (!isPrevented) throw error
      return
    }
    try {
      await eraseFiles(db, files, transactionResult?.keys ?? [])
      await removeCopies?.()
    } catch (error) {
      log.error({ err: error, erasure: id }, 'files of an erased person are left to the cleaner job')
    }
  },
})

/** Adds a job for each waiting erasure that has none, because a restore and a reset delete all jobs. */
export async function resumeErasures({ db }: Pick<PlatformContext, 'db'>): Promise<void> {
  if (await hasOpenJob(db, runErasure.name)) return
  const lostErasures = await db
    .selectFrom('erasures')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '<', secondsAgo(60))
    .orderBy('created_at')
    .execute()
  for (const { id } of lostErasures) await runErasure.add(db, { id })
}
