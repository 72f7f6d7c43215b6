import { Type } from 'typebox'
import { describeId, nullable, oneOf, text, Time, type Answer } from '../answers.ts'
import { Payment } from '../billing/answers.ts'
import { CONVERSATION_KINDS } from '../conversation/subjects.ts'
import { ListedTicket } from '../tickets/answers.ts'

const ListCount = Type.Object({
  list: Type.String({ description: 'Path of the list: tickets, requests, …, payments' }),
  total: Type.Integer({ description: '0 in a group that was not counted to its end' }),
})
export type ListCount = Answer<typeof ListCount>

const WORK_GROUPS = ['late', 'mine', 'answered', 'waits'] as const
export type WorkGroupName = (typeof WORK_GROUPS)[number]

const WaitingThread = Type.Object({
  kind: oneOf(CONVERSATION_KINDS),
  id: describeId('Of the ticket, the payment or the tenant'),
  number: nullable(Type.String({ description: 'Of the ticket or the payment' })),
  list: nullable(Type.String({ description: 'Path of the list of the ticket: tickets, requests, …' })),
  tenant: Type.Object({ clientCode: text, uoccname: text }),
  excerpt: Type.String({ description: 'Begin of the newest message, or the name of its file' }),
  last_at: Time,
})
export type WaitingThread = Answer<typeof WaitingThread>

const WorkGroup = Type.Object({
  name: oneOf(WORK_GROUPS),
  total: Type.Integer({ description: 'Of late tickets, mine and conversations at most 10,000' }),
  lists: Type.Array(ListCount),
  services: Type.Boolean({ description: 'Whether the Services list, so filtered, has the same tickets' }),
  tickets: Type.Array(ListedTicket),
  payments: Type.Array(Payment),
  threads: Type.Array(WaitingThread),
})
export type WorkGroup = Answer<typeof WorkGroup>

export const MyWork = Type.Object({ groups: Type.Array(WorkGroup) })
export type MyWork = Answer<typeof MyWork>

export const WorkCounts = Type.Object({ data: Type.Array(ListCount) })
export type WorkCounts = Answer<typeof WorkCounts>
