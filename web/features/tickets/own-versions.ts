import type { Ticket } from '@tahanan/contract/tickets/answers.ts'

type Version = Pick<Ticket, 'id' | 'updated_at'>

const getVersionKey = ({ id, updated_at }: Version): string => `${id} ${updated_at}`

const ownVersionKeys = new Set<string>()

export const recordOwnVersion = (savedVersion: Version): unknown =>
  ownVersionKeys.add(getVersionKey(savedVersion))

export const isOwnVersion = (row: Version): boolean => ownVersionKeys.has(getVersionKey(row))
