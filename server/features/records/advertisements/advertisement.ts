import { channels } from '@tahanan/contract/channels.ts'
import { advertisementForm } from '@tahanan/contract/content/forms.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { Advertisement } from '@tahanan/contract/records/answers.ts'
import { residentsAnd } from '../record-kind.ts'
import type { RecordKind } from '../record-kind.ts'

/** An advertisement (rules 9.25). Residents are shown it by `GET /ads` and `GET /ad`. */
export const advertisement: RecordKind = {
  name: 'advertisement',
  table: 'advertisements',
  page: 'advertisements',
  path: { one: 'advertisement', many: 'advertisements' },
  noun: { one: 'advertisement', many: 'advertisements' },
  form: advertisementForm,
  answer: Advertisement,
  readers: residentsAnd(['advertisements', 'view']),
  listedFor: ['admin'],
  channel: channels.advertisements,
  order: 'r.id desc',
  pageSize: LIMITS.pageSize,
}
