import { Type } from 'typebox'
import {
  MessageAnswer,
  nullable,
  NullableText,
  NullableTime,
  oneOf,
  Time,
  text,
  type Answer,
} from '../answers.ts'
import { RESET_GROUP_NAMES } from '../reset.ts'

export const Backup = Type.Object({
  id: Type.Integer(),
  file: NullableText,
  bytes: nullable(Type.Integer()),
  sha256: NullableText,
  state: oneOf(['running', 'done', 'failed', 'removed']),
  cause: oneOf(['person', 'schedule', 'reset', 'command']),
  startedBy: text,
  started_at: Time,
  finished_at: NullableTime,
  problem: NullableText,
  encrypted: Type.Boolean({ description: 'For the keys in BACKUP_RECIPIENTS; the portal cannot read it.' }),
  downloadable: Type.Boolean({ description: 'Whether the machine that answers can reach it.' }),
})
export type Backup = Answer<typeof Backup>

export const Backups = Type.Object({
  data: Type.Array(Backup),
  schedule: Type.Object({
    next: NullableTime,
    every: nullable(
      Type.String({ description: "'daily 02:30', 'every 6 hours'; null where none are scheduled" }),
    ),
    keep: Type.Integer({ description: 'How many scheduled backups stay.' }),
  }),
  encrypts: Type.Boolean({ description: 'Whether new backups are encrypted' }),
  manual: Type.Object({
    count: Type.Integer({ description: 'Backups made by hand or by command in the folder.' }),
    most: Type.Integer({ description: 'With so many there, no other is made (rules 12.23).' }),
  }),
})
export type Backups = Answer<typeof Backups>

export const StartedBackup = Type.Object({ id: Type.Integer(), ...MessageAnswer.properties })

export const ResetGroupPreview = Type.Object({
  name: oneOf(RESET_GROUP_NAMES),
  label: text,
  words: Type.String({ description: "'1,204 payments'; 'nothing' where it is empty" }),
  count: Type.Integer(),
  note: Type.String({ description: 'Rows that go along, and those that stay, in words' }),
  chosen: Type.Boolean({ description: 'False where a chosen group takes it along.' }),
})
export type ResetGroupPreview = Answer<typeof ResetGroupPreview>

export const ResetPreview = Type.Object({ groups: Type.Array(ResetGroupPreview) })
export type ResetPreview = Answer<typeof ResetPreview>

export const ResetAnswer = Type.Object({ ...MessageAnswer.properties, backup: text })
