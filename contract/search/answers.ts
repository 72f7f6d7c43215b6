import { Type } from 'typebox'
import { NullableTime, oneOf, type Answer } from '../answers.ts'
import { RECORD_KINDS } from '../records/index.ts'

const searchableRecordNames = RECORD_KINDS.filter(({ searchHeading }) => searchHeading !== undefined).map(
  ({ name }) => name,
)

export const SearchResult = Type.Object({
  kind: oneOf(['post', ...searchableRecordNames, 'ticket', 'tenant', 'payment', 'receipt']),
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String({ description: 'Around what was found' }),
  date: NullableTime,
  link: Type.String({ description: "Path within the pages of the reader's area" }),
})
export type SearchResult = Answer<typeof SearchResult>
