import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AdminActor } from '#platform/actor.ts'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { createPageAnswer } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf, oneOf } from '@tahanan/contract/answers.ts'
import { ReminderBatch, ReminderLine, ReminderPreview } from '@tahanan/contract/billing/reminder-answers.ts'
import {
  MAX_REMINDER_DAYS,
  REMINDER_KINDS,
  reminderForm,
  type ReminderKind,
} from '@tahanan/contract/billing/reminders.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { IdParams, PageQuery } from '@tahanan/contract/requests.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import {
  countTenants,
  selectDueTenants,
  findReminderBatch,
  listReminderBatches,
  listReminderLines,
  insertReminderBatch,
} from './repository.ts'
import { sendReminders } from './send-reminders.ts'

const policy = allowAdmins(['billings', 'remind'])

const SelectedTenants = Type.Object({
  tenantIds: Type.Array(Id, { minItems: 1, maxItems: 20_000 }),
  again: Type.Optional(
    Type.Array(Id, {
      maxItems: 20_000,
      description: 'Those of them who had this reminder before and are to have it again',
    }),
  ),
})

/** Registers the API routes for reminders (rules 20.6 to 20.9). */
export function reminderRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config, mailer } = services
  const getToday = () => formatDay(new Date(), config.communityTimeZone)

  app.get('/reminders', {
    config: { policy },
    schema: {
      summary: 'The tenants who would be reminded now, by client code',
      querystring: Type.Object({
        kind: oneOf(REMINDER_KINDS, { default: 'before' }),
        days: Type.Integer({
          minimum: 1,
          maximum: MAX_REMINDER_DAYS,
          default: 7,
          description: 'Not for `on`',
        }),
      }),
      response: { 200: ReminderPreview },
    },
    handler: async ({ query }) => {
      const data = await selectDueTenants(db, { ...query, today: getToday() }).execute()
      return { data, total: data.length, mailLeaves: mailer.sendsBySmtp }
    },
  })

  app.post('/reminder-batch', {
    config: {
      policy,
      ...CREATE_ROUTE,
      documentedBody: Type.Intersect([SelectedTenants, toFormSchema(reminderForm, 'create')]),
    },
    schema: {
      summary: 'Send reminders to chosen tenants',
      body: AnyBody,
      response: { 201: ReminderBatch },
    },
    handler: async (request, reply) => {
      const prepareReminderBatch = () =>
        parseReminderBatch(
          db,
          request.actor as AdminActor,
          request.body,
          config.communityTimeZone,
          getToday(),
        )
      return reply
        .code(201)
        .send(await createIdempotently(services, request, prepareReminderBatch, requireReminderBatch))
    },
  })

  app.get('/reminder-batches', {
    config: { policy },
    schema: {
      summary: 'The batches of reminders, newest first',
      querystring: PageQuery,
      response: { 200: ListOf(ReminderBatch) },
    },
    handler: ({ query }) => createPageAnswer(query, (page) => listReminderBatches(db, page)),
  })

  app.get('/reminder-batch/:id', {
    config: { policy },
    schema: {
      summary: "A batch of reminders with its tenants' lines",
      params: IdParams,
      querystring: PageQuery,
      response: { 200: Type.Object({ batch: ReminderBatch, ...ListOf(ReminderLine).properties }) },
    },
    handler: async ({ params, query }) => {
      const batch = await requireReminderBatch(db, params.id)
      return { batch, ...(await createPageAnswer(query, (page) => listReminderLines(db, batch.id, page))) }
    },
  })
}

async function requireReminderBatch(db: DbOrTx, id: number) {
  return requireFound(await findReminderBatch(db, id))
}

async function parseReminderBatch(
  db: Db,
  admin: AdminActor,
  body: Readonly<Details>,
  timeZone: string,
  today: string,
) {
  const input = { tenantIds: body.tenantIds, again: body.again ?? [] }
  const selection = Value.Check(SelectedTenants, input) ? input : { tenantIds: [], again: [] }
  const ids = [...new Set(selection.tenantIds)]
  const areAllKnown = ids.length > 0 && (await countTenants(db, ids)) === ids.length
  const errors: FieldErrors = areAllKnown ? {} : { tenantIds: ['Please choose the tenants to remind.'] }
  const { values } = parseFormBody(reminderForm, body, { action: 'create', timeZone, errors })
  return async (tx: Tx) => {
    const batchId = await insertReminderBatch(tx, {
      kind: values.kind as ReminderKind,
      days: values.kind === 'on' ? 0 : Number(values.days),
      text: String(values.text),
      tenantIds: ids,
      repeatedTenantIds: selection.again ?? [],
      adminId: admin.id,
      today,
    })
    await sendReminders.add(tx, { batchId })
    return batchId
  }
}
