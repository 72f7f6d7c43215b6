import { Type, type TSchema } from 'typebox'
import { findByToken } from '#features/sessions/login-attempt.ts'
import { hashToken } from '#features/sessions/sessions.ts'
import type { AdminActor } from '#platform/actor.ts'
import { requireFound } from '#platform/errors.ts'
import { toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { adminsWith, residentsAndAdminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { change, type Services } from '#platform/services.ts'
import { Id, oneOf } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { GateUnits, WalkIn, WalkInAnswered, WalkIns } from '@tahanan/contract/gate/answers.ts'
import { OfficeYes } from '@tahanan/contract/gate/requests.ts'
import { walkInForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { strictQuery } from '@tahanan/contract/requests.ts'
import { answerWalkIn, registerWalkIn, requireAdmitted, type AnsweredBy } from './changes.ts'
import { presentWalkIn } from './present.ts'
import { findByAnswerToken, findUnits, listForGate, listForResident } from './repository.ts'

const Named = {
  key: Type.String({ format: 'uuid', description: 'Made by the device' }),
  tenantId: Id,
  officeYes: Type.Optional(OfficeYes),
}
const fields = Object.keys(walkInForm.fields).map((name) => [name, Type.Optional(Type.Unknown())])
const NewBody = Type.Object({ ...Named, ...(Object.fromEntries(fields) as Record<string, TSchema>) })
const DocumentedBody: TSchema = Type.Object({ ...Named, ...toFormSchema(walkInForm, 'create').properties })
const Answer = oneOf(['allow', 'deny'])
const UnitQuery = strictQuery({
  search: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Unit or name.' }),
})
const REGISTER = [['gate', 'register']] as const

/** Routes about walk-ins: people at the gate who have no pass (rules 24.50 to 24.58). */
export function walkInRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/walk-ins', {
    config: { policy: residentsAndAdminsWith(...REGISTER), atGate: true },
    schema: { summary: 'People at the gate who wait for an answer', response: { 200: WalkIns } },
    handler: async ({ actor }) => {
      if (actor.area !== 'admin')
        return { data: (await listForResident(db, actor.id)).map((row) => presentWalkIn(row, 'resident')) }
      const rows = await listForGate(db, actor.gate?.id ?? null, timeZone)
      return { data: rows.map((row) => presentWalkIn(row, 'gate')) }
    },
  })

  app.post('/walk-in', {
    config: {
      policy: adminsWith(...REGISTER),
      atGate: true,
      makesRecord: 'everybody',
      documentedBody: DocumentedBody,
    },
    schema: { summary: 'Ask a resident about people at the gate', body: NewBody, response: { 201: WalkIn } },
    handler: async (request, reply) => {
      const actor = request.actor as AdminActor
      const { key, tenantId, officeYes = '', ...fields } = request.body
      const { values } = parseFormBody(walkInForm, fields, { action: 'create', timeZone })
      const asked = { key, tenantId, officeYes: officeYes.trim(), ...toWalkInFields(values) }
      const walkIn = await requireAdmitted(services, actor, asked)
      const row = await change(services, (tx) => registerWalkIn(tx, actor, walkIn))
      return reply.code(201).send(presentWalkIn(row, 'gate'))
    },
  })

  app.put('/walk-in/:id/answer', {
    config: { policy: residentsAndAdminsWith(...REGISTER), atGate: true },
    schema: {
      summary: 'Let people at the gate in, or not',
      description: 'The first answer counts. A guard answers once the gate must call.',
      params: Type.Object({ id: Id }),
      body: Type.Object({ answer: Answer }),
      response: { 200: WalkIn },
    },
    handler: async ({ actor, params: { id }, body: { answer } }) => {
      const isGuard = actor.area === 'admin'
      const answerer: AnsweredBy = isGuard ? { by: 'guard', actor } : { by: 'resident', tenantId: actor.id }
      const row = await change(services, (tx) => answerWalkIn(tx, answerer, { id, answer }, timeZone))
      return presentWalkIn(row, isGuard ? 'gate' : 'resident')
    },
  })

  app.post('/walk-in-answer', {
    config: { policy: 'open' },
    schema: {
      summary: 'Answer by the button of a push message',
      description: 'The token is good once and for two minutes.',
      body: Type.Object({ token: Type.String({ maxLength: 100 }), answer: Answer }),
      response: { 200: WalkInAnswered },
    },
    handler: async ({ body: { token, answer }, ip }) => {
      const { id, tenant_id: tenantId } = await findByToken(db, ip, async () =>
        requireFound(await findByAnswerToken(db, hashToken(token))),
      )
      const answerer = { by: 'push', tenantId } as const
      const { name, state } = await change(services, (tx) =>
        answerWalkIn(tx, answerer, { id, answer }, timeZone),
      )
      return { name, state }
    },
  })

  app.get('/gate-units', {
    config: { policy: adminsWith(...REGISTER), atGate: true },
    schema: {
      summary: 'Units that a guard may pick',
      querystring: UnitQuery,
      response: { 200: GateUnits },
    },
    handler: async ({ query: { search } }) => ({
      data: search.trim() === '' ? [] : await findUnits(db, search),
    }),
  })
}

const toWalkInFields = ({ name, purpose, people, plate }: Details) => ({
  name: name as string,
  purpose: purpose as string,
  people: people as number,
  plate: (plate as string | null) ?? '',
})
