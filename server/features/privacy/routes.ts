import { Type } from 'typebox'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import { RetentionPeriods } from '@tahanan/contract/privacy/periods-answer.ts'
import { retentionPeriodsForm } from '@tahanan/contract/privacy/retention-periods-form.ts'
import type { RetentionDays } from '@tahanan/contract/privacy/retention-periods.ts'
import { runReduction } from './reduce-audit-log.ts'
import { changePeriods } from './retention/change-periods.ts'
import { findPeriods } from './retention/periods.ts'

export function privacyRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const findStoredPeriods = async () => {
    const { periods, updated_at } = await findPeriods(db)
    return { ...periods, updated_at }
  }

  app.get('/retention-periods', {
    config: { policy: { areas: ['client', 'super-admin'] } },
    schema: { summary: 'How many days personal data is kept', response: { 200: RetentionPeriods } },
    handler: findStoredPeriods,
  })

  app.post('/reduce-audit-log', {
    config: { policy: { areas: ['super-admin'] }, confirmed: true },
    schema: {
      summary: 'Remove personal values from older entries of the audit log',
      description: 'It is done in the background; an entry of the audit log says how many had any.',
      response: { 202: SuccessAnswer },
    },
    handler: async (_, reply) => {
      await runInTransaction(services, (tx) => runReduction.add(tx, {}))
      return reply.code(202).send({ success: true })
    },
  })

  app.put('/retention-periods', {
    config: {
      policy: { areas: ['super-admin'] },
      confirmed: true,
      documentedBody: Type.Object({
        ...toFormSchema(retentionPeriodsForm, 'update').properties,
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
      const { updated_at: _, ...stored } = await findStoredPeriods()
      const { values, updatedAt: lastSeenAt } = parseFormBody(retentionPeriodsForm, body, {
        action: 'update',
        timeZone: config.communityTimeZone,
        storedValues: stored,
      })
      const newPeriods = { ...stored, ...values } as RetentionDays
      const isConfirmed = body.confirmedRows === true
      await runInTransaction(services, (tx) => changePeriods(tx, newPeriods, { lastSeenAt, isConfirmed }))
      return findStoredPeriods()
    },
  })
}
