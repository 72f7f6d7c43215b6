import type { AuditAction, AuditSubject } from '@tahanan/contract/audit.ts'
import type { DbOrTx } from '../db/client.ts'
import { prepared } from '../db/client.ts'
import { currentlyActing } from './acting.ts'

/** The actor of a row of the audit log. `nobody` has not proved who they are, `system` is the portal itself or a command. */
export interface RecordedActor {
  readonly area: 'admin' | 'super-admin' | 'client' | 'nobody' | 'system'
  readonly id: number | null
  readonly name: string
  readonly address: string | null
}

/** An action that no trigger sees: a login, a refusal, a backup, a reset. */
export interface RecordedAction {
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly subjectId?: string | number | null
  readonly subjectName?: string | null
  /** One sentence for people. */
  readonly detail?: string | null
  /** Facts, such as how many rows of each table; never a secret. */
  readonly after?: Readonly<Record<string, unknown>> | null
  /** The present author by default; outside a call, the system. */
  readonly actor?: RecordedActor
}

const SYSTEM: RecordedActor = { area: 'system', id: null, name: 'System', address: null }

/** Writes one row of the audit log, in the transaction of the action where there is one. */
export async function recordAction(db: DbOrTx, entry: RecordedAction): Promise<void> {
  await prepared(
    db,
    'audit.record',
    `insert into audit_log (actor_area, actor_id, actor_name, address, action, subject, subject_id, subject_name, detail, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    columnsOf(entry),
  )
}

/** Most rows in an hour: of one refusal, of one caller, and of all together. */
export const MOST_REPEATED = { same: 3, caller: 60, all: 2000 } as const

// The log itself is the counter of the last hour, for all server processes.
const RECORD_REPEATED = `
  with recent as (
    select count(*) filter (where caller and subject = $6 and subject_id is not distinct from $7
        and starts_with(coalesce(detail, ''), coalesce($9, ''))) as same,
      count(*) filter (where caller) as callers, count(*) as n
    from (
      select subject, subject_id, detail,
        actor_area = $1 and actor_id is not distinct from $2 and ($2::bigint is not null or address is not distinct from $4) as caller
      from audit_log where action = $5 and at > clock_timestamp() - interval '1 hour' order by at desc limit ${MOST_REPEATED.all}
    ) newest
  )
  insert into audit_log (actor_area, actor_id, actor_name, address, action, subject, subject_id, subject_name, detail, after)
  select $1, $2, $3, $4, $5, $6, $7, $8,
    coalesce($9, '') || case when same = ${MOST_REPEATED.same - 1} or callers = ${MOST_REPEATED.caller - 1} or n = ${MOST_REPEATED.all - 1}
      then ' (What follows within the hour is not written down.)' else '' end, $10
  from recent where same < ${MOST_REPEATED.same} and callers < ${MOST_REPEATED.caller} and n < ${MOST_REPEATED.all}`

/**
 * Records a refusal or a failed login, which a caller can repeat without any permission: only so many an hour are written,
 * the last of them saying so, so that nobody fills the disk.
 */
export async function recordRepeated(db: DbOrTx, entry: RecordedAction): Promise<void> {
  await prepared(db, 'audit.record-repeated', RECORD_REPEATED, columnsOf(entry))
}

function columnsOf({ action, subject, ...entry }: RecordedAction): unknown[] {
  const actor: RecordedActor = entry.actor ?? currentlyActing() ?? SYSTEM
  return [
    actor.area,
    actor.id,
    actor.name,
    actor.address,
    action,
    subject,
    entry.subjectId === undefined || entry.subjectId === null ? null : String(entry.subjectId),
    entry.subjectName?.slice(0, 200) ?? null,
    entry.detail?.slice(0, 500) ?? null,
    entry.after ? JSON.stringify(entry.after) : null,
  ]
}
