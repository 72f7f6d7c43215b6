import { Type, type TSchema } from 'typebox'
import { findWithAddressLimit } from '#features/sessions/login-attempt.ts'
import { hashToken } from '#features/sessions/sessions.ts'
import type { AdminActor } from '#platform/actor.ts'
import { requireFound } from '#platform/errors.ts'
import { toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, oneOf } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { GateUnits, WalkIn, AnsweredWalkIn, WalkIns } from '@tahanan/contract/gate/answers.ts'
import { OfficeApprover } from '@tahanan/contract/gate/requests.ts'
import { walkInForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { createStrictQuery } from '@tahanan/contract/requests.ts'
import { answerWalkIn, registerWalkIn, requireNotBarred, type WalkInAnswerer } from './changes.ts'
import { presentWalkIn } from './present.ts'
import {
  findWalkInByAnswerToken,
  listUnits,
  listWalkInsForGate,
  listWalkInsForResident,
} from './repository.ts'

const WalkInKeyFields = {
  key: Type.String({ format: 'uuid', description: 'Made by the device' }),
  tenantId: Id,
  officeYes: Type.Optional(OfficeApprover),
}
const fields = Object.keys(walkInForm.fields).map((name) => [name, Type.Optional(Type.Unknown())])
const NewWalkInBody = Type.Object({
  ...WalkInKeyFields,
  ...(Object.fromEntries(fields) as Record<string, TSchema>),
})
const DocumentedWalkInBody: TSchema = Type.Object({
  ...WalkInKeyFields,
  ...toFormSchema(walkInForm, 'create').properties,
})
const WalkInDecision = oneOf(['allow', 'deny'])
const UnitQuery = createStrictQuery({
  search: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Unit or name.' }),
})
const REGISTER_FLAGS = [['gate', 'register']] as const

/** Registers the calls for walk-ins: people at the gate who have no pass (rules 24.50 to 24.58). */
export function walkInRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/walk-ins', {
    config: { policy: allowResidentsAndAdmins(...REGISTER_FLAGS), allowsGateDevice: true },
    schema: { summary: 'People at the gate who wait for an answer', response: { 200: WalkIns } },
    handler: async ({ actor }) => {
      if (actor.area !== 'admin')
        return {
          data: (await listWalkInsForResident(db, actor.id)).map((row) => presentWalkIn(row, 'resident')),
        }
      const rows = await listWalkInsForGate(db, actor.gate?.id ?? null, timeZone)
      return { data: rows.map((row) => presentWalkIn(row, 'gate')) }
    },
  })

  app.post('/walk-in', {
    config: {
      policy: allowAdmins(...REGISTER_FLAGS),
      allowsGateDevice: true,
      makesRecord: 'everybody',
      documentedBody: DocumentedWalkInBody,
    },
    schema: {
      summary: 'Ask a resident about people at the gate',
      body: NewWalkInBody,
      response: { 201: WalkIn },
    },
    handler: async (request, reply) => {
      const actor = request.actor as AdminActor
      const { key, tenantId, officeYes = '', ...fields } = request.body
      const { values } = parseFormBody(walkInForm, fields, { action: 'create', timeZone })
      const newWalkIn = { key, tenantId, officeYes: officeYes.trim(), ...toWalkInFields(values) }
      const walkIn = await requireNotBarred(services, actor, newWalkIn)
      const row = await runInTransaction(services, (tx) => registerWalkIn(tx, actor, walkIn))
      return reply.code(201).send(presentWalkIn(row, 'gate'))
    },
  })

  app.put('/walk-in/:id/answer', {
    config: { policy: allowResidentsAndAdmins(...REGISTER_FLAGS), allowsGateDevice: true },
    schema: {
      summary: 'Let people at the gate in, or not',
      description: 'The first answer counts. A guard answers once the gate must call.',
      params: Type.Object({ id: Id }),
      body: Type.Object({ answer: WalkInDecision }),
      response: { 200: WalkIn },
    },
    handler: async ({ actor, params: { id }, body: { answer } }) => {
      const isGuard = actor.area === 'admin'
      const answerer: WalkInAnswerer = isGuard
        ? { by: 'guard', actor }
        : { by: 'resident', tenantId: actor.id }
      const row = await runInTransaction(services, (tx) =>
        answerWalkIn(tx, answerer, { id, answer }, timeZone),
      )
      return presentWalkIn(row, isGuard ? 'gate' : 'resident')
    },
  })

  app.post('/walk-in-answer', {
    config: { policy: 'open' },
    schema: {
      summary: 'Answer by the button of a push message',
      description: 'The token is good once and for two minutes.',
      body: Type.Object({ token: Type.String({ maxLength: 100 }), answer: WalkInDecision }),
      response: { 200: AnsweredWalkIn },
    },
    handler: async ({ body: { token, answer }, ip }) => {
      const { id, tenant_id: tenantId } = await findWithAddressLimit(db, ip, async () =>
        requireFound(await findWalkInByAnswerToken(db, hashToken(token))),
      )
      const answerer = { by: 'push', tenantId } as const
      const { name, state } = await runInTransaction(services, (tx) =>
        answerWalkIn(tx, answerer, { id, answer }, timeZone),
      )
      return { name, state }
    },
  })

  app.get('/gate-units', {
    config: { policy: allowAdmins(...REGISTER_FLAGS), allowsGateDevice: true },
    schema: {
      summary: 'Units that a guard may pick',
      querystring: UnitQuery,
      response: { 200: GateUnits },
    },
    handler: async ({ query: { search } }) => ({
      data: search.trim() === '' ? [] : await listUnits(db, search),
    }),
  })
}

const toWalkInFields = ({ name, purpose, people, plate }: Details) => ({
  name: name as string,
  purpose: purpose as string,
  people: people as number,
  plate: (plate as string | null) ?? '',
})
