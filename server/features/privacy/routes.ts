import { Type } from 'typebox'
import { AnyBody, formSchema, parseFormBody } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { change, type Services } from '#platform/services.ts'
import { periodsForm, RetentionPeriods } from '@tahanan/contract/privacy/periods-form.ts'
import type { Periods } from '@tahanan/contract/privacy/periods.ts'
import { changePeriods } from './retention/change-periods.ts'
import { findPeriods } from './retention/periods.ts'

/** Calls of personal data (rules 26). */
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

  app.put('/retention-periods', {
    config: {
      policy: { areas: ['super-admin'] },
      confirmed: true,
      documentedBody: Type.Object({
        ...formSchema(periodsForm, 'update').properties,
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
