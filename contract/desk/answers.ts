import { Type } from 'typebox'
import { oneOf, type Answer } from '../answers.ts'
import { Payment } from '../billing/answers.ts'
import { ListedTicket } from '../tickets/answers.ts'

/** Rows of a group, and a number of the menu, by list. */
const ListCount = Type.Object({
  list: Type.String({ description: 'Path of the list: tickets, requests, …, payments' }),
  total: Type.Integer({ description: '0 in a group that was not counted to its end' }),
})
export type ListCount = Answer<typeof ListCount>

export const DESK_GROUPS = ['late', 'mine', 'waits'] as const
export type DeskGroupName = (typeof DESK_GROUPS)[number]

/** A group of My work: its numbers, and the most urgent tickets and payments. */
const DeskGroup = Type.Object({
  name: oneOf(DESK_GROUPS),
  total: Type.Integer({ description: 'Of late tickets and of mine at most 10,000' }),
  lists: Type.Array(ListCount),
  services: Type.Boolean({ description: 'Whether the Services list, so filtered, has the same tickets' }),
  tickets: Type.Array(ListedTicket),
  payments: Type.Array(Payment),
})
export type DeskGroup = Answer<typeof DeskGroup>

export const Desk = Type.Object({ groups: Type.Array(DeskGroup) })
export type Desk = Answer<typeof Desk>

export const DeskCounts = Type.Object({ data: Type.Array(ListCount) })
export type DeskCounts = Answer<typeof DeskCounts>
