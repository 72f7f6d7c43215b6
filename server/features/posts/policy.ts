import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { findPost, type PostReader, type PostRow } from './repository.ts'

/**
 * Policy for reading posts: allows all residents, and administrators with the permission to view
 * announcements (rules 2.2).
 */
export const POST_READ_POLICY = allowResidentsAndAdmins(['announcements', 'view'])
export const COMMENT_POLICY = allowResidentsAndAdmins(['announcements', 'thread'])

export const getOfficePolicy = (flag: 'view' | 'add' | 'edit' | 'delete' | 'approve') =>
  allowAdmins(['announcements', flag])

export const toReader = (actor: Actor): PostReader => (actor.area === 'client' ? 'resident' : 'office')

/**
 * Returns the actor's allowed actions on a post. A post can be approved only before residents see it (rules
 * 9.5).
 */
export function getPostAbilities(actor: Actor, post: PostRow): Post['can'] {
  const abilities: Post['can'] = []
  if (hasPermission(actor, 'announcements', 'edit')) abilities.push('edit')
  if (hasPermission(actor, 'announcements', 'delete')) abilities.push('delete')
  const isOpen = post.shown === 'scheduled' && post.approvedById === null
  if (isOpen && hasPermission(actor, 'announcements', 'approve')) abilities.push('approve')
  if (mayComment(actor, post)) abilities.push('comment')
  return abilities
}

function mayComment(actor: Actor, post: PostRow): boolean {
  return (
    post.enableMessaging === 1 && (actor.area === 'client' || hasPermission(actor, 'announcements', 'thread'))
  )
}

export function mayDeleteComment(
  actor: Actor,
  comment: { tenant_id: number | null; admin_id: number | null },
): boolean {
  return actor.area === 'client'
    ? comment.tenant_id === actor.id
    : hasPermission(actor, 'announcements', 'thread')
}

/**
 * Returns true if the actor may open a file of the post: only while they may read the post itself (rules
 * 6.13).
 */
export async function mayReadPostFile(db: DbOrTx, actor: Actor, postId: number): Promise<boolean> {
  if (actor.area !== 'client' && !hasPermission(actor, 'announcements', 'view')) return false
  return (await findPost(db, toReader(actor), postId)) !== undefined
}
