import { Type } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import { runInTransactionAndRead, type PlatformContext } from '#platform/platform-context.ts'
import { Count, Id, ListOf, oneOf } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import {
  FoundPersonRecord,
  OwnPrivacyRequest,
  PrivacyRequest,
} from '@tahanan/contract/privacy-requests/answers.ts'
import {
  officePrivacyRequestForm,
  PERSON_RECORD_KINDS,
  PERSON_SEARCH_LIMITS,
  privacyRequestForm,
  REQUEST_STATE_NAMES,
  privacyRequestAnswerForm,
  type PersonRecord,
  type PersonRecordKind,
  type RequestKind,
  type RequestState,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import { IdParams, LastSeenVersion, ListQuery, createStrictQuery } from '@tahanan/contract/requests.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { answerRequest, createOfficeRequest, createResidentRequest } from './changes.ts'
import { searchPersonRecords, toViewedRecords } from './find-person-records.ts'
import { presentOwnRequest, presentRequest } from './present.ts'
import { countRequests, findRequest, listOwnRequests, listRequests } from './repository.ts'

const VIEW_CONFIG = { policy: allowAdmins(['privacy', 'view']) }
const ANSWER_CONFIG = { policy: allowAdmins(['privacy', 'answer']) }
const RECORDS_SCHEMA = Type.Optional(
  Type.Array(Type.Object({ kind: oneOf(PERSON_RECORD_KINDS), id: Id }), {
    maxItems: PERSON_SEARCH_LIMITS.found,
    description: 'Records that the office found to be of the person',
  }),
)

/** Registers the API routes for requests about personal data (rules 26.24 to 26.28). */
export function privacyRequestRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services
  const timeZone = services.config.communityTimeZone
  const loadRequest = async (connection: DbOrTx, id: number) =>
    presentRequest(requireFound(await findRequest(connection, id)), formatDay(new Date(), timeZone))

  app.get('/own-privacy-requests', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: "A resident's own requests, newest first",
      response: { 200: Type.Object({ data: Type.Array(OwnPrivacyRequest) }) },
    },
    handler: async ({ actor }) => ({ data: (await listOwnRequests(db, actor.id)).map(presentOwnRequest) }),
  })

  app.post('/own-privacy-request', {
    config: {
      policy: { areas: ['client'] },
      documentedBody: toFormSchema(privacyRequestForm, 'create'),
      ...CREATE_ROUTE,
    },
    schema: {
      summary: 'Ask for a copy, a correction or the erasure of personal data',
      description: 'One open request of each kind.',
      body: AnyBody,
      response: { 201: OwnPrivacyRequest },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareOwnRequest = () => {
        const { values } = parseFormBody(privacyRequestForm, body, {
          action: 'create',
          writer: 'resident',
          timeZone,
        })
        const ownRequest = {
          tenantId: actor.id,
          kind: values.kind as RequestKind,
          message: String(values.message ?? ''),
        }
        return (tx: Tx) => createResidentRequest(tx, ownRequest, timeZone)
      }
      const createdRequest = await createIdempotently(
        services,
        request,
        prepareOwnRequest,
        async (connection, id) => presentOwnRequest(requireFound(await findRequest(connection, id))),
      )
      return reply.code(201).send(createdRequest)
    },
  })

  app.get('/privacy-requests', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'List requests: open ones by due date, others by answer, newest first',
      querystring: createStrictQuery({
        ...Type.Pick(ListQuery, ['page', 'limit', 'searchTerm']).properties,
        state: oneOf(REQUEST_STATE_NAMES, { default: 'open' }),
      }),
      response: {
        200: Type.Object({
          ...ListOf(PrivacyRequest).properties,
          counts: Type.Object({ open: Count, done: Count, refused: Count }),
        }),
      },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const today = formatDay(new Date(), timeZone)
      const [list, counts] = await Promise.all([
        listRequests(db, query.state, page),
        countRequests(db, page.searchTerm),
      ])
      return { ...listAnswer(page, list, (row) => presentRequest(row, today)), counts }
    },
  })

  app.get('/privacy-request/:id', {
    config: VIEW_CONFIG,
    schema: { summary: 'A request', params: IdParams, response: { 200: PrivacyRequest } },
    handler: ({ params }) => loadRequest(db, params.id),
  })

  app.post('/privacy-request', {
    config: {
      ...ANSWER_CONFIG,
      documentedBody: Type.Object({
        ...toFormSchema(officePrivacyRequestForm, 'create').properties,
        records: RECORDS_SCHEMA,
      }),
      repeatable: true,
    },
    schema: {
      summary: 'Enter the request of a person without an account',
      body: AnyBody,
      response: { 201: PrivacyRequest },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareOfficeRequest = () => {
        const { values } = parseFormBody(officePrivacyRequestForm, body, { action: 'create', timeZone })
        const officeRequest = {
          ...toRequestTexts(values),
          kind: values.kind as RequestKind,
          records: parseRecords(body.records),
        }
        return (tx: Tx) => createOfficeRequest(tx, actor as AdminActor, officeRequest, timeZone)
      }
      return reply
        .code(201)
        .send(await createIdempotently(services, request, prepareOfficeRequest, loadRequest))
    },
  })

  app.put('/privacy-request/:id', {
    config: {
      ...ANSWER_CONFIG,
      documentedBody: Type.Object({
        ...toFormSchema(privacyRequestAnswerForm, 'create').properties,
        updated_at: LastSeenVersion,
      }),
    },
    schema: {
      summary: 'Answer a request; 409 if it was answered meanwhile',
      params: IdParams,
      body: AnyBody,
      response: { 200: PrivacyRequest },
    },
    handler: ({ actor, params: { id }, body }) => {
      const { values } = parseFormBody(privacyRequestAnswerForm, body, { action: 'create', timeZone })
      const answerInput = {
        decision: values.decision as Exclude<RequestState, 'open'>,
        answer: String(values.answer ?? ''),
        seen: parseLastSeen(body, timeZone),
      }
      return runInTransactionAndRead(
        services,
        (tx) => answerRequest(tx, actor as AdminActor, id, answerInput),
        (tx) => loadRequest(tx, id),
      )
    },
  })

  app.post('/privacy-search', {
    config: ANSWER_CONFIG,
    schema: {
      summary: 'Find records of visitors and workers by name, phone or e-mail; at most 50',
      description: 'Private fields are searched too. The audit log says who searched and what was shown.',
      body: Type.Object({
        term: Type.String({
          minLength: PERSON_SEARCH_LIMITS.letters,
          maxLength: 100,
          'x-message': `Please input at least ${PERSON_SEARCH_LIMITS.letters} letters or digits.`,
        }),
      }),
      response: { 200: Type.Object({ data: Type.Array(FoundPersonRecord) }) },
    },
    handler: async (request) => {
      const term = requireSearchableTerm(request.body.term)
      const data = await searchPersonRecords(db, term, timeZone)
      request.viewed = () => toViewedRecords(data)
      return { data }
    },
  })
}

const TERM_TOO_SHORT_MESSAGE = `Please input at least ${PERSON_SEARCH_LIMITS.letters} letters or digits.`

function requireSearchableTerm(term: string): string {
  if ((term.match(/[\p{L}\p{N}]/gu) ?? []).length >= PERSON_SEARCH_LIMITS.letters) return term
  throw createInvalidInputError({ term: [TERM_TOO_SHORT_MESSAGE] })
}

const toRequestTexts = ({ personName, contact, about, message }: Details) => ({
  personName: String(personName),
  contact: String(contact),
  about: String(about ?? ''),
  message: String(message ?? ''),
})

type RecordRef = Pick<PersonRecord, 'kind' | 'id'>

function parseRecords(value: unknown): RecordRef[] {
  if (value === undefined || value === null) return []
  const refs: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined
  if (!refs || refs.length > PERSON_SEARCH_LIMITS.found || !refs.every(isRecordRef))
    throw createInvalidInputError({ records: ['These records could not be read.'] })
  return [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, { kind: ref.kind, id: ref.id }])).values()]
}

function isRecordRef(value: unknown): value is RecordRef {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return false
  const { kind, id } = value
  return PERSON_RECORD_KINDS.includes(kind as PersonRecordKind) && Number.isSafeInteger(id) && Number(id) > 0
}
