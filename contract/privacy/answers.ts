import { Type } from 'typebox'
import { text, type Answer } from '../answers.ts'

export const StoredData = Type.Object({
  table: text,
  group: text,
  title: text,
  data: text,
  purpose: text,
  basis: text,
  readers: text,
  retention: text,
  erasure: text,
  fields: Type.Array(
    Type.Object({ form: text, labels: Type.Array(text), retention: text }, { description: 'Of a form' }),
  ),
})
export type StoredData = Answer<typeof StoredData>

export const ProcessingActivity = Type.Object({
  table: text,
  title: text,
  data: text,
  people: text,
  purpose: text,
  basis: text,
  readers: text,
  retention: text,
  erasure: text,
})
export type ProcessingActivity = Answer<typeof ProcessingActivity>
