import { Type } from 'typebox'
import { Id, text, Time, type Answer } from '../answers.ts'

export const ListView = Type.Object({
  id: Id,
  page: text,
  name: text,
  query: Type.String({ description: "The query of the list's address, without `?`." }),
  created_at: Time,
})
export type ListView = Answer<typeof ListView>
