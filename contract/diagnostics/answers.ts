import { Type } from 'typebox'
import { Count, MessageAnswer, oneOf, text, Time, type Answer } from '../answers.ts'

/** Result of a check. `unchecked`: the part is configured, but only sending a message would test it. */
const DiagnosticCheckState = oneOf(['good', 'warning', 'failed', 'off', 'unchecked'])

export const DiagnosticCheck = Type.Object({
  part: Type.String({ description: "'Database'" }),
  state: DiagnosticCheckState,
  words: Type.String({ description: 'How it is set and what was found, without secrets.' }),
})
export type DiagnosticCheck = Answer<typeof DiagnosticCheck>

/** Warnings and errors of one kind, logged by this server process since its start. */
const LoggedErrorKind = Type.Object({
  kind: Type.String({ description: 'The message of the log, with the code of the error.' }),
  count: Count,
  last: Time,
})

export const Diagnostics = Type.Object({
  version: text,
  commit: text,
  at: Time,
  startedAt: Time,
  checks: Type.Array(DiagnosticCheck),
  logged: Type.Array(LoggedErrorKind),
})
export type Diagnostics = Answer<typeof Diagnostics>

export const TestMail = Type.Object({
  ...MessageAnswer.properties,
  sent: Type.Boolean({ description: 'False where the mail server refused it; the message says why.' }),
})
export type TestMail = Answer<typeof TestMail>
