import { Type } from 'typebox'
import { FileLink, Id, NullableText, oneOf, text, IsoTime, type Answer } from '../answers.ts'
import { CONVERSATION_KINDS } from './subjects.ts'

export const SubjectQuery = Type.Object({
  kind: oneOf(CONVERSATION_KINDS),
  id: Id,
  before: Type.Optional(Id),
})

/** Message of a conversation. Residents see 'PMO' (property management office) instead of a staff name. */
export const Message = Type.Object({
  id: Type.Integer(),
  author: Type.Object({ kind: oneOf(['resident', 'pmo']), name: text, self: Type.Boolean() }),
  text,
  files: Type.Array(FileLink),
  created_at: IsoTime,
})
export type Message = Answer<typeof Message>

export const Conversation = Type.Object({
  data: Type.Array(Message),
  more: Type.Boolean({ description: 'Whether there are earlier messages' }),
  seenId: Type.Integer({ description: 'Newest message that the other side has seen; 0 for none' }),
  waits: Type.Boolean({ description: 'Administrators: whether an answer is expected; residents: false' }),
  mayWrite: Type.Boolean(),
})
export type Conversation = Answer<typeof Conversation>

export const InternalNote = Type.Object({
  id: Type.Integer(),
  author: Type.Object({ name: text, self: Type.Boolean() }),
  text,
  files: Type.Array(FileLink),
  created_at: IsoTime,
})
export type InternalNote = Answer<typeof InternalNote>

export const InternalNotes = Type.Object({
  data: Type.Array(InternalNote),
  more: Type.Boolean(),
  mayWrite: Type.Boolean(),
})
export type InternalNotes = Answer<typeof InternalNotes>

export const PreparedAnswer = Type.Object({
  id: Type.Integer(),
  title: text,
  text: Type.String({ description: 'With the placeholders of reminders; filled in for a record' }),
  page: NullableText,
  updated_at: IsoTime,
})
export type PreparedAnswer = Answer<typeof PreparedAnswer>
