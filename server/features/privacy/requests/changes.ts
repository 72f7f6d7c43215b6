import { findSettingValue } from '#features/settings/website-settings.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import {
  getDueDay,
  parseRequestDays,
  REQUEST_STATES,
  type PersonRecord,
  type RequestKind,
  type RequestState,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import { findPersonRecords } from './find-person-records.ts'
import { emptyErasedRequests, findRequest, insertRequest, lockRequest, saveAnswer } from './repository.ts'
import { notifyRequestAnswered, notifyRequestFiled } from './request-notifications.ts'

const findDueDay = async (tx: Tx, timeZone: string): Promise<string> =>
  getDueDay(new Date(), parseRequestDays(await findSettingValue(tx, 'privacyRequestDays')), timeZone)

/**
 * Saves a resident's request about personal data and notifies the office. Throws 400 if the resident has an
 * open request of the same kind.
 */
export async function createResidentRequest(
  tx: Tx,
  request: { readonly tenantId: number; readonly kind: RequestKind; readonly message: string },
  timeZone: string,
): Promise<number> {
  const { tenantId, kind, message } = request
  const due_on = await findDueDay(tx, timeZone)
  const id = await insertRequest(tx, { tenant_id: tenantId, kind, message, due_on })
  await notifyRequestFiled(tx, requireFound(await findRequest(tx, id)))
  await publishEvent(tx, 'record', { kind: 'privacyRequest', id })
  return id
}

interface OfficeRequestInput {
  readonly kind: RequestKind
  readonly personName: string
  readonly contact: string
  readonly about: string
  readonly message: string
  readonly records: readonly Pick<PersonRecord, 'kind' | 'id'>[]
}

const RECORD_GONE_MESSAGE = 'One of these records does not exist any more. Please search again.'

/**
 * Saves a request about personal data that the office enters for a person without an account. Throws 400 if
 * one of the chosen records does not exist.
 */
export async function createOfficeRequest(
  tx: Tx,
  actor: AdminActor,
  { personName, records, ...request }: OfficeRequestInput,
  timeZone: string,
): Promise<number> {
  const foundRecords = await findPersonRecords(tx, records, timeZone)
  if (foundRecords.length < records.length) throw createInvalidInputError({ records: [RECORD_GONE_MESSAGE] })
  const id = await insertRequest(tx, {
    ...request,
    person_name: personName,
    records: JSON.stringify(
      foundRecords.map(({ kind, id: recordId, label }) => ({ kind, id: recordId, label })),
    ),
    due_on: await findDueDay(tx, timeZone),
    post_by_id: actor.id,
  })
  await publishEvent(tx, 'record', { kind: 'privacyRequest', id })
  return id
}

interface AnswerInput {
  readonly decision: Exclude<RequestState, 'open'>
  readonly answer: string
  readonly seen: Date | undefined
}

/**
 * Answers an open request about personal data and notifies the resident. Throws 404, or `conflict` if another
 * administrator answered it first.
 */
export async function answerRequest(
  tx: Tx,
  actor: AdminActor,
  id: number,
  { decision, answer, seen }: AnswerInput,
): Promise<void> {
  const row = requireFound(await lockRequest(tx, id))
  if (row.state !== 'open') {
    const change = `${row.answered_by ?? 'Somebody'} answered it: ${REQUEST_STATES[row.state].toLowerCase()}.`
    throw new PortalError('conflict', { change })
  }
  requireNotOutdated(seen, row.updated_at)
  await saveAnswer(tx, id, { state: decision, answer, adminId: actor.id })
  await emptyErasedRequests(tx)
  if (row.tenant_id !== null)
    await notifyRequestAnswered(tx, row, { tenantId: row.tenant_id, state: decision })
  await publishEvent(tx, 'record', { kind: 'privacyRequest', id })
}
