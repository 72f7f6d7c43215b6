import { toSubjectColumns } from '#features/conversation/repository.ts'
import type { Tx } from '#platform/db/client.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { Community } from './community.ts'
import { addMilliseconds, parseDemoTime, DEMO_AGE } from './demo-clock.ts'
import type { InsertedTicket } from './insert-tickets.ts'
import { loadCommunityFile } from './load-community-file.ts'
import { findPerson } from './people.ts'

/**
 * Message or internal note. `by` is 'resident', or the part of an administrator's e-mail address before the
 * @.
 */
type MessageLine = readonly [by: string, at: string, text: string]

interface ConversationJson {
  readonly unit: string
  /**
   * Title of the resident's ticket that the conversation is about. If missing, it is the general conversation
   * 'Ask the office'.
   */
  readonly title?: string
  readonly messages: readonly MessageLine[]
  readonly notes?: readonly MessageLine[]
  readonly settled?: boolean
}

export async function insertConversations(
  tx: Tx,
  community: Community,
  tickets: readonly InsertedTicket[],
): Promise<void> {
  const { conversations, answers } = loadCommunityFile<{
    conversations: readonly ConversationJson[]
    answers: readonly { title: string; text: string; page: PageName | null }[]
  }>('conversations')
  const openedAt = addMilliseconds(community.clock.now, -DEMO_AGE)
  const rows = answers.map((answer) => ({ ...answer, created_at: openedAt, updated_at: openedAt }))
  await tx.insertInto('prepared_answers').values(rows).execute()
  for (const entry of conversations) await insertConversation(tx, community, tickets, entry)
}

const getAuthorArea = ([by]: MessageLine) => (by === 'resident' ? 'client' : 'admin')

async function insertConversation(
  tx: Tx,
  { clock, residents, administrators }: Community,
  tickets: readonly InsertedTicket[],
  { unit, title, messages, notes = [], settled = false }: ConversationJson,
): Promise<void> {
  const resident = findPerson(residents, unit)
  const ticket = title === undefined ? undefined : findTicket(tickets, unit, title)
  const conversationColumns = {
    tenant_id: resident.id,
    ...toSubjectColumns(ticket ? { kind: 'ticket', id: ticket.id } : { kind: 'tenant', id: resident.id }),
  }
  const toMessageRow = ([by, at, text]: MessageLine) => {
    const author = by === 'resident' ? resident : findPerson(administrators, by)
    return { author_id: author.id, author_name: author.name, text, created_at: parseDemoTime(at, clock) }
  }
  const { id: thread_id } = await tx
    .insertInto('threads')
    .values({ ...conversationColumns, about: ticket?.module.name ?? 'tenant' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = messages.map(
    (line) => ({ thread_id, author_area: getAuthorArea(line), ...toMessageRow(line) }) as const,
  )
  const ids = await tx.insertInto('messages').values(lines).returning('id').execute()
  const lastMessage = lines.at(-1)
  const isWaiting = lastMessage?.author_area === 'client' && !settled
  const last_message_id = ids.at(-1)?.id ?? 0
  await tx
    .updateTable('threads')
    .set({
      last_message_id,
      last_at: lastMessage?.created_at,
      waits: isWaiting,
      resident_seen_id: last_message_id,
    })
    .set({ office_seen_id: isWaiting ? 0 : last_message_id })
    .where('id', '=', thread_id)
    .execute()
  if (notes.length > 0)
    await tx
      .insertInto('internal_notes')
      .values(notes.map((note) => ({ ...conversationColumns, ...toMessageRow(note) })))
      .execute()
}

function findTicket(tickets: readonly InsertedTicket[], unit: string, title: string): InsertedTicket {
  const matchingTicket = tickets.findLast(
    ({ resident, row }) => resident.unit === unit && row.details['title'] === title,
  )
  if (!matchingTicket) throw new RangeError(`The demo has no ticket '${title}' of ${unit}.`)
  return matchingTicket
}
