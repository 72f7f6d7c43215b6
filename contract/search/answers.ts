import { Type } from 'typebox'
import { NullableTime, oneOf } from '../answers.ts'
import type { Answer } from '../answers.ts'

/** A result of a search that its reader may open. */
export const Found = Type.Object({
  kind: oneOf(['post', 'memorandum', 'policy', 'ticket', 'tenant']),
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String({ description: 'Around what was found' }),
  date: NullableTime,
  link: Type.String({ description: "Path within the pages of the reader's area" }),
})
export type Found = Answer<typeof Found>
