import { Type } from 'typebox'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { change, type Services } from '#platform/services.ts'
import { Success } from '@tahanan/contract/answers.ts'
import { RetentionPeriods } from '@tahanan/contract/privacy/periods-answer.ts'
import { periodsForm } from '@tahanan/contract/privacy/periods-form.ts'
import type { Periods } from '@tahanan/contract/privacy/periods.ts'
import { runReduction } from './reduce-audit-log.ts'
import { changePeriods } from './retention/change-periods.ts'
import { findPeriods } from './retention/periods.ts'

export function privacyRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const findAll = async () => {
    const { periods, updated_at } = await findPeriods(db)
    return { ...periods, updated_at }
  }

  app.get('/retention-periods', {
    config: { policy: { areas: ['client', 'super-admin'] } },
    schema: { summary: 'How many days personal data is kept', response: { 200: RetentionPeriods } },
    handler: findAll,
  })

  app.post('/reduce-audit-log', {
    config: { policy: { areas: ['super-admin'] }, confirmed: true },
    schema: {
      summary: 'Remove personal values from older entries of the audit log',
      description: 'It is done in the background; an entry of the audit log says how many had any.',
      response: { 202: Success },
    },
    handler: async (_, reply) => {
      await change(services, (tx) => runReduction.add(tx, {}))
      return reply.code(202).send({ success: true })
    },
  })

  app.put('/retention-periods', {
    config: {
      policy: { areas: ['super-admin'] },
      confirmed: true,
      documentedBody: Type.Object({
        ...toFormSchema(periodsForm, 'update').properties,
        confirmedRows: Type.Optional(
          Type.Boolean({ description: 'The second press, after 409 `shorterPeriods`' }),
        ),
      }),
    },
    schema: {
      summary: 'Change how many days personal data is kept',
      body: AnyBody,
      response: { 200: RetentionPeriods },
    },
    handler: async ({ body }) => {
      const { updated_at: _, ...stored } = await findAll()
      const { values, updatedAt: seen } = parseFormBody(periodsForm, body, {
        action: 'update',
        timeZone: config.communityTimeZone,
        stored,
      })
      const wanted = { ...stored, ...values } as Periods
      const confirmed = body.confirmedRows === true
      await change(services, (tx) => changePeriods(tx, wanted, { seen, confirmed }))
      return findAll()
    },
  })
}
