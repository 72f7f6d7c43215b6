import { NullableTime } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'

export const FOUND_KINDS = ['post', 'memorandum', 'policy', 'ticket', 'tenant'] as const

/** Results of a kind at most: a search that finds more should be longer (rules 13.11). */
export const MOST_OF_A_KIND = 8

/** A result of a search that its reader may open. */
export const Found = Type.Object({
  kind: Type.Unsafe<(typeof FOUND_KINDS)[number]>({ type: 'string', enum: [...FOUND_KINDS] }),
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String({ description: 'Around what was found' }),
  date: NullableTime,
  link: Type.String({ description: "Path within the pages of the reader's area" }),
})
export type Found = Static<typeof Found>
