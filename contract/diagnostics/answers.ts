import { Type } from 'typebox'
import { Count, Done, oneOf, text, Time, type Answer } from '../answers.ts'

/** `unchecked`: the part is configured, but only sending something would test it. */
const CheckState = oneOf(['good', 'warning', 'failed', 'off', 'unchecked'])

export const Check = Type.Object({
  part: Type.String({ description: "'Database'" }),
  state: CheckState,
  words: Type.String({ description: 'How it is set and what was found, without secrets.' }),
})
export type Check = Answer<typeof Check>

/** Warnings and errors of one kind that the answering process logged since its start. */
const LoggedKind = Type.Object({
  kind: Type.String({ description: 'The message of the log, with the code of the error.' }),
  count: Count,
  last: Time,
})

export const Diagnostics = Type.Object({
  version: text,
  commit: text,
  at: Time,
  startedAt: Time,
  checks: Type.Array(Check),
  logged: Type.Array(LoggedKind),
})
export type Diagnostics = Answer<typeof Diagnostics>

export const TestMail = Type.Object({
  ...Done.properties,
  sent: Type.Boolean({ description: 'False where the mail server refused it; the message says why.' }),
})
export type TestMail = Answer<typeof TestMail>
