import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

type Version = Pick<Ticket, 'id' | 'updated_at'>

const getVersionKey = ({ id, updated_at }: Version): string => `${id} ${updated_at}`

const own = new Set<string>()

export const recordOwnVersion = (saved: Version): unknown => own.add(getVersionKey(saved))

export const isOwnVersion = (row: Version): boolean => own.has(getVersionKey(row))
