import { Type } from 'typebox'
import type { SuperAdminActor } from '#platform/actor.ts'
import { recordRateLimitedAction } from '#platform/audit/record-action.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { answerError, toRefusal } from '#platform/http/set-error-answers.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ResetAnswer, ResetPreview } from '@tahanan/contract/database/answers.ts'
import { createPasswordText } from '@tahanan/contract/requests.ts'
import { parseGroupsToReset, RESET_GROUP_NAMES, type ResetGroup } from '@tahanan/contract/reset.ts'
import { previewReset } from './preview-reset.ts'
import { resetData } from './reset-data.ts'

const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }
const ResetQuery = Type.Object({
  tables: Type.String({
    maxLength: 1000,
    default: '',
    description: `Comma-joined: ${RESET_GROUP_NAMES.join(', ')}`,
  }),
})

/** Registers the API routes of a database reset (rules 12.1). */
export function resetRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/reset-data/preview', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'What a reset would take, in numbers',
      querystring: ResetQuery,
      response: { 200: ResetPreview },
    },
    handler: async ({ actor, query }) => ({
      groups: await previewReset(services.pool, parseGroups(query.tables), actor.id),
    }),
  })

  app.delete('/reset-data', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Empty groups of tables',
      description:
        'Makes a backup first, then empties the groups in one transaction. Takes as long as the ' +
        'backup. Numbers are not given out again.',
      querystring: ResetQuery,
      body: Type.Object({ password: createPasswordText() }),
      response: { 200: ResetAnswer },
    },
    // Records refusals with the statuses 400 and 429, also for a missing password. `auditRefusals` records
    // refusals because of the wrong area.
    errorHandler: (error, request, reply) => {
      const { status, message, errors = {} } = toRefusal(error)
      const isExpectedError = status === 400 || status === 429
      const detail = `Database reset: ${Object.values(errors).flat().join(' ') || message}`
      const auditEntry = { action: 'refused', subject: 'database', detail } as const
      // `recordRateLimitedAction` limits the number of audit rows, because a caller can repeat the attempt
      // any number of times.
      void (isExpectedError ? recordRateLimitedAction(services.db, auditEntry) : Promise.resolve())
        .catch((problem: unknown) =>
          request.log.warn({ err: problem }, 'a refusal could not be written down'),
        )
        .then(() => answerError(error, request, reply))
    },
    handler: async ({ actor, body, ip, query }, reply) => {
      // The response waits for the backup. A large backup takes longer than the socket's timeout, so the
      // timeout is turned off.
      reply.raw.setTimeout(0, () => {})
      const groups = parseGroups(query.tables)
      const { summary, backup } = await resetData(
        services,
        actor as SuperAdminActor,
        groups,
        body.password,
        ip,
      )
      return { message: `The database was reset: ${summary}.`, backup }
    },
  })
}

function parseGroups(tables: string): ResetGroup[] {
  const groups = parseGroupsToReset(tables)
  if ('unknown' in groups)
    throw createInvalidInputError({
      tables: [
        groups.unknown === '' ? 'Please choose what is to be reset.' : `There is no group ${groups.unknown}.`,
      ],
    })
  return groups
}
