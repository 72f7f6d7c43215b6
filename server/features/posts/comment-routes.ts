import { Type } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createOnce, CREATING } from '#platform/http/create-once.ts'
import { AnyBody, formSchema } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { change, type Services } from '#platform/services.ts'
import { Id, ListOf, Success } from '@tahanan/contract/answers.ts'
import { commentForm } from '@tahanan/contract/content/post.ts'
import { Comment } from '@tahanan/contract/posts/answers.ts'
import { IdParams, PageQuery } from '@tahanan/contract/requests.ts'
import { addComment, deleteComment, findComments, listComments, parseComment } from './comments.ts'
import { COMMENTERS, POST_READERS } from './policy.ts'
import { presentComment } from './present-comment.ts'

/** Calls for the comments of a post (rules 9.6). */
export function commentRoutes(app: PortalApp, services: Services): void {
  const { db, files, config } = services

  app.get('/comments', {
    config: { policy: POST_READERS },
    schema: {
      summary: "A post's comments, the newest first",
      querystring: Type.Object({ postId: Id, ...PageQuery.properties }),
      response: { 200: ListOf(Comment) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const found = await listComments(db, actor, query.postId, page)
      return listAnswer(page, found, (row) => presentComment(files, actor, row))
    },
  })

  app.post('/comment', {
    config: {
      policy: COMMENTERS,
      ...CREATING,
      documentedBody: Type.Object({ postId: Id, ...formSchema(commentForm, 'create').properties }),
    },
    schema: { summary: 'Comment on a post', body: AnyBody, response: { 201: Comment } },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepare = () => {
        const comment = parseComment(body, config.communityTimeZone)
        return (tx: Tx) => addComment(tx, actor, comment)
      }
      const row = await createOnce(services, request, prepare, async (from, id) =>
        requireFound((await findComments(from, [id]))[0]),
      )
      return reply.code(201).send(presentComment(files, actor, row))
    },
  })

  app.delete('/comment/:id', {
    config: { policy: COMMENTERS },
    schema: {
      summary: "Delete a comment: one's own, or with announcements.thread anybody's",
      params: IdParams,
      response: { 200: Success },
    },
    handler: async ({ actor, params }) => {
      await change(services, (tx) => deleteComment(tx, actor, params.id))
      return { success: true }
    },
  })
}
