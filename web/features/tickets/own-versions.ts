import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

type Version = Pick<Ticket, 'id' | 'updated_at'>

const nameOf = ({ id, updated_at }: Version): string => `${id} ${updated_at}`

const own = new Set<string>()

export const noteOwnVersion = (saved: Version): unknown => own.add(nameOf(saved))

/** Whether the page saved this version itself, so that nobody else changed the ticket. */
export const isOwnVersion = (row: Version): boolean => own.has(nameOf(row))
