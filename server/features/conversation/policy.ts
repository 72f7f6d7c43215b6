import { mayChange } from '#features/tickets/policy.ts'
import {
  hasPermission,
  createMissingPermissionError,
  requirePermission,
  type Actor,
  type AdminActor,
} from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { PermissionName } from '#platform/http/policy.ts'
import { CONVERSATION_PAGES } from '@tahanan/contract/conversation/prepared-answer-form.ts'
import { getChangeFlags } from '@tahanan/contract/tickets/define-module.ts'
import { findMessages, findThreads, toSubject } from './repository.ts'
import { findSubject, type Subject } from './subject.ts'

/** Permissions to read conversations. An administrator needs only one of them (rules 23.3). */
export const READ_PERMISSIONS = [...CONVERSATION_PAGES.keys()].map((page): PermissionName => [page, 'view'])

/**
 * Returns whether the user may write messages about a record. The caller must have checked that the user may
 * read it.
 */
export function mayWrite(actor: Actor, subject: Subject): boolean {
  if (actor.area === 'client') return true
  return (
    actor.area === 'admin' && hasPermission(actor, subject.page, 'view') && mayChangeSubject(actor, subject)
  )
}

export function requireWriter(actor: Actor, subject: Subject): void {
  if (mayWrite(actor, subject)) return
  requirePermission(actor, subject.page, 'view')
  const [flag = 'edit'] = subject.module ? getChangeFlags(subject.module) : []
  throw createMissingPermissionError(subject.page, flag)
}

const mayChangeSubject = (actor: AdminActor, { module, page }: Subject): boolean =>
  module ? mayChange(actor, module) : hasPermission(actor, page, 'edit')

export async function mayReadMessageFile(db: DbOrTx, actor: Actor, messageId: number): Promise<boolean> {
  const [message] = await findMessages(db, [messageId])
  const [thread] = message ? await findThreads(db, [message.thread_id]) : []
  if (!thread) return false
  if (actor.area === 'client') return thread.tenant_id === actor.id && thread.owner_id === actor.id
  const subject = await findSubject(db, toSubject(thread))
  return subject !== undefined && hasPermission(actor, subject.page, 'view')
}
