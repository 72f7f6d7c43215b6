import { Type } from 'typebox'
import { requireFound } from '#platform/errors.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { oneOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListView } from '@tahanan/contract/lists/answers.ts'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import { IdParams, createRequiredText } from '@tahanan/contract/requests.ts'
import { saveView } from './changes.ts'
import { deleteView, listViews } from './repository.ts'

const config = { policy: { areas: ['admin'] } } as const
const page = oneOf(Object.keys(OFFICE_LISTS), { description: "The path of the list's call." })
const NewView = Type.Object({
  page,
  name: createRequiredText('Please name this view!', { maxLength: LIMITS.viewName }),
  query: Type.String({ maxLength: LIMITS.viewQuery, description: "As in the list's address." }),
})

/** Registers the calls for saved views (rules 13.30). */
export function listViewRoutes(app: PortalApp, services: PlatformContext): void {
  app.get('/list-views', {
    config,
    schema: {
      summary: 'Own views of a list',
      querystring: Type.Object({ page }),
      response: { 200: Type.Object({ data: Type.Array(ListView) }) },
    },
    handler: async ({ actor, query }) => ({
      data: await listViews(services.db, { adminId: actor.id, page: query.page }),
    }),
  })

  app.post('/list-view', {
    config,
    schema: { summary: 'Save a view of a list', body: NewView, response: { 201: ListView } },
    handler: async ({ actor, body }, reply) => {
      const list = requireFound(OFFICE_LISTS[body.page])
      const savedView = await runInTransaction(services, (tx) =>
        saveView(tx, list, { ...body, adminId: actor.id }),
      )
      return reply.code(201).send(savedView)
    },
  })

  app.delete('/list-view/:id', {
    config,
    schema: { summary: 'Delete an own view', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ actor, params }) => {
      requireFound(await runInTransaction(services, (tx) => deleteView(tx, actor.id, params.id)))
      return { success: true }
    },
  })
}
