import { channels } from '@tahanan/contract/channels.ts'
import { memorandumForm } from '@tahanan/contract/content/forms.ts'
import { Memorandum } from '@tahanan/contract/records/answers.ts'
import { notifyTenant } from '../../notifications/notify.ts'
import { residentsAnd } from '../record-kind.ts'
import type { RecordKind } from '../record-kind.ts'

/** Building circulars and memorandums (rules 9.16): the latest by its own date first, all in one list. */
export const memorandum: RecordKind = {
  name: 'memorandum',
  table: 'memorandums',
  page: 'memorandums',
  path: { one: 'memorandum', many: 'memorandums' },
  noun: { one: 'memorandum', many: 'memorandums' },
  form: memorandumForm,
  answer: Memorandum,
  readers: residentsAnd(['memorandums', 'view']),
  channel: channels.memorandums,
  order: 'r.date desc, r.id desc',
  pageSize: 0,
  newColumns: (_tx, actor) => Promise.resolve({ post_by_id: actor.id }),
  // residents hear of a new one, not of corrections (rules 9.17)
  afterAdd: (tx, id, { title }) =>
    notifyTenant(tx, {
      tenantId: null,
      title: 'New memorandum',
      message: String(title),
      link: `/memorandums?id=${id}`,
    }),
}
