import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requirePermission } from '#platform/actor.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer, nullable, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { IdParams, LastSeenVersion, createRequiredText } from '@tahanan/contract/requests.ts'
import { DueRule, Holiday, OfficeHours } from '@tahanan/contract/settings/answers.ts'
import {
  addHoliday,
  addPhilippineHolidays,
  addRule,
  changeOfficeHours,
  changeRule,
  removeHoliday,
  removeRule,
} from './changes.ts'
import { findOfficeHours, listHolidays, listRules } from './repository.ts'

const config = { policy: allowAdmins(['utilities', 'systemParameterSettings']) }
const tags = ['Due times']

/**
 * Options of calls that change due times. Before the body is read, they check two permissions: the one to
 * open the settings tab, and `edit`, which the tab's buttons need (rules 11.21).
 */
const CHANGE_OPTIONS = {
  config,
  onRequest: async ({ actor }: FastifyRequest) => requirePermission(actor, 'utilities', 'edit'),
}

const hours = Type.Integer({
  minimum: 1,
  maximum: 2000,
  'x-message': 'Please input whole office hours, from 1 to 2000.',
})

export function dueRuleRoutes(app: PortalApp, services: PlatformContext): void {
  registerRuleRoutes(app, services)
  registerOfficeHourRoutes(app, services)
  registerHolidayRoutes(app, services)
}

function registerRuleRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/due-rules', {
    config,
    schema: { tags, summary: 'The due rules of all services', response: { 200: Type.Array(DueRule) } },
    handler: () => listRules(services.db),
  })

  app.post('/due-rule', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Add a due rule; it counts for new tickets',
      body: Type.Object({
        module: createRequiredText('Please choose a service.'),
        type: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
        hours,
      }),
      response: { 201: DueRule },
    },
    handler: async ({ body }, reply) =>
      reply.code(201).send(await addRule(services, { ...body, type: body.type ?? null })),
  })

  app.put('/due-rule/:id', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Change the hours of a due rule',
      params: IdParams,
      body: Type.Object({ hours }),
      response: { 200: DueRule },
    },
    handler: ({ params, body }) => changeRule(services, params.id, body.hours),
  })

  app.delete('/due-rule/:id', {
    ...CHANGE_OPTIONS,
    schema: { tags, summary: 'Delete a due rule', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ params }) => {
      await removeRule(services, params.id)
      return { success: true }
    },
  })
}

function registerOfficeHourRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/office-hours', {
    config,
    schema: { tags, summary: 'The office hours by weekday', response: { 200: OfficeHours } },
    handler: async () => {
      const { week, updated_at } = await findOfficeHours(services.db)
      return { week: [...week], updated_at }
    },
  })

  app.put('/office-hours', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Change the office hours',
      body: Type.Object({
        week: Type.Array(OfficeHours.properties.week.items, {
          minItems: 7,
          maxItems: 7,
          'x-message': 'Please send seven days, from Sunday.',
        }),
        updated_at: LastSeenVersion,
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body }) => {
      const lastSeen = parseLastSeen(body, services.config.communityTimeZone)
      await changeOfficeHours(services, actor, body.week, lastSeen)
      return { message: 'Office hours successfully updated.' }
    },
  })
}

function registerHolidayRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/holidays', {
    config,
    schema: { tags, summary: 'The holidays, by date', response: { 200: Type.Array(Holiday) } },
    handler: () => listHolidays(services.db),
  })

  app.post('/holiday', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Add a holiday',
      body: Type.Object({
        date: createRequiredText('Please input a date.', { maxLength: 10 }),
        name: createRequiredText('Please input a name.', { maxLength: 100 }),
      }),
      response: { 201: Holiday },
    },
    handler: async ({ body }, reply) => reply.code(201).send(await addHoliday(services, body)),
  })

  app.post('/philippine-holidays', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Add the Philippine holidays of a year that the law fixes',
      body: Type.Object({
        year: Type.Integer({ minimum: 2000, maximum: 2200, 'x-message': 'Please choose a year.' }),
      }),
      response: { 200: Type.Object({ added: Type.Integer() }) },
    },
    handler: async ({ body }) => ({ added: await addPhilippineHolidays(services, body.year) }),
  })

  app.delete('/holiday/:date', {
    ...CHANGE_OPTIONS,
    schema: {
      tags,
      summary: 'Delete a holiday',
      params: Type.Object({ date: Type.String({ maxLength: 10 }) }),
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params }) => {
      await removeHoliday(services, params.date)
      return { success: true }
    },
  })
}
