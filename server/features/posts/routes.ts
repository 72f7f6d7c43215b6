import { Type } from 'typebox'
import type { Actor, AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createNotFoundError, requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { postForm, commentForm } from '@tahanan/contract/content/post.ts'
import { LatestPost, Post, PostCsvRow, Comment } from '@tahanan/contract/posts/answers.ts'
import {
  IdParams,
  ListQuery,
  createSortedCsvQuery,
  createSortParam,
  PageQuery,
} from '@tahanan/contract/requests.ts'
import { DATE_SORTS } from '@tahanan/contract/sorting.ts'
import { approvePost, changePost, createPost, deletePost } from './changes.ts'
import { addComment, deleteComment, findComments, listComments, parseComment } from './comments.ts'
import { POST_READ_POLICY, getOfficePolicy, toReader, COMMENT_POLICY } from './policy.ts'
import { getAuthorName, presentComment, presentPosts } from './present.ts'
import { recordPostView } from './record-post-view.ts'
import { findLatestPost, findPost, listPosts, streamPostsForCsv, type PostRow } from './repository.ts'

export function postRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services
  const timeZone = services.config.communityTimeZone
  const presentFoundPost = async (actor: Actor, row: PostRow | undefined) =>
    requireFound((await presentPosts(services, actor, row ? [row] : []))[0])
  const requirePost = async (actor: Actor, id: number) =>
    presentFoundPost(actor, await findPost(db, toReader(actor), id))

  app.get('/posts', {
    config: { policy: POST_READ_POLICY },
    schema: {
      summary: 'List posts; residents those that are shown now',
      querystring: Type.Object({
        ...Type.Omit(ListQuery, ['status']).properties,
        sort: createSortParam(DATE_SORTS),
      }),
      response: { 200: ListOf(Post) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const { rows, total } = await listPosts(db, toReader(actor), page)
      const posts = await presentPosts(services, actor, rows)
      return listAnswer(page, { rows: posts, total }, (post) => post)
    },
  })

  app.get('/postIds', {
    config: { policy: getOfficePolicy('view') },
    schema: {
      summary: 'Chosen posts, or all of a search, for the CSV',
      querystring: createSortedCsvQuery(DATE_SORTS),
      response: { 200: Type.Object({ data: Type.Array(PostCsvRow) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamPostsForCsv(db, query), (row) => ({ ...row, posted_by: getAuthorName(row) })),
  })

  app.get('/post/:id', {
    config: { policy: POST_READ_POLICY },
    schema: { summary: 'One post', params: IdParams, response: { 200: Post } },
    handler: ({ actor, params }) => requirePost(actor, params.id),
  })

  app.get('/post-latest', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'The post that appeared last; null when there is none',
      response: { 200: LatestPost },
    },
    handler: async ({ actor }) => {
      const row = await findLatestPost(db)
      return { data: row ? await presentFoundPost(actor, row) : null }
    },
  })

  app.post('/post', {
    config: {
      policy: getOfficePolicy('add'),
      repeatable: true,
      documentedBody: toFormSchema(postForm, 'create'),
    },
    schema: { summary: 'Publish a post', body: AnyBody, response: { 201: Post } },
    handler: async (request, reply) => {
      const actor = request.actor as AdminActor
      const preparePost = () => {
        const { values } = parseFormBody(postForm, request.body, { action: 'create', timeZone })
        return (tx: Tx) => createPost(tx, actor, values)
      }
      // The answer is built only after the commit. It reads the author and pictures through other database
      // connections, which cannot see the uncommitted post.
      const id = await createIdempotently(services, request, preparePost, (_, createdId) =>
        Promise.resolve(createdId),
      )
      return reply.code(201).send(await requirePost(actor, id))
    },
  })

  app.put('/post/:id', {
    config: { policy: getOfficePolicy('edit'), documentedBody: toFormSchema(postForm, 'update') },
    schema: { summary: 'Change a post', params: IdParams, body: AnyBody, response: { 200: Post } },
    handler: async (request) => {
      const actor = request.actor as AdminActor
      const { id } = request.params
      parseFormBody(postForm, request.body, { action: 'update', timeZone })
      await runInTransaction(services, (tx) => changePost(tx, actor, id, request.body, timeZone))
      return requirePost(actor, id)
    },
  })

  app.delete('/post/:id', {
    config: { policy: getOfficePolicy('delete') },
    schema: { summary: 'Delete a post', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => deletePost(tx, params.id))
      return { success: true }
    },
  })

  app.put('/post-approved/:id', {
    config: { policy: getOfficePolicy('approve'), documentedBody: toFormSchema({ fields: {} }, 'update') },
    schema: { summary: 'Approve a post', params: IdParams, body: AnyBody, response: { 200: Post } },
    handler: async (request) => {
      const actor = request.actor as AdminActor
      const { id } = request.params
      const { updatedAt } = parseFormBody({ fields: {} }, request.body, { action: 'update', timeZone })
      await runInTransaction(services, (tx) => approvePost(tx, actor, id, updatedAt))
      return requirePost(actor, id)
    },
  })

  app.post('/post-analytic', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'Count an opening of a post',
      body: Type.Object({ postId: Id }),
      response: { 201: SuccessAnswer },
    },
    handler: async ({ body }, reply) => {
      if (!(await recordPostView(db, body.postId))) throw createNotFoundError()
      return reply.code(201).send({ success: true })
    },
  })

  registerCommentRoutes(app, services)
}

/** Registers the API routes for comments (rules 9.6). */
function registerCommentRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.get('/comments', {
    config: { policy: POST_READ_POLICY },
    schema: {
      summary: "A post's comments, the newest first",
      querystring: Type.Object({ postId: Id, ...PageQuery.properties }),
      response: { 200: ListOf(Comment) },
    },
    handler: async ({ actor, query }) => {
      const page = toPage(query)
      const comments = await listComments(db, actor, query.postId, page)
      return listAnswer(page, comments, (row) => presentComment(files, actor, row))
    },
  })

  app.post('/comment', {
    config: {
      policy: COMMENT_POLICY,
      ...CREATE_ROUTE,
      documentedBody: Type.Object({ postId: Id, ...toFormSchema(commentForm, 'create').properties }),
    },
    schema: { summary: 'Comment on a post', body: AnyBody, response: { 201: Comment } },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareComment = () => {
        const comment = parseComment(body, config.communityTimeZone)
        return (tx: Tx) => addComment(tx, actor, comment)
      }
      const row = await createIdempotently(services, request, prepareComment, async (from, id) =>
        requireFound((await findComments(from, [id]))[0]),
      )
      return reply.code(201).send(presentComment(files, actor, row))
    },
  })

  app.delete('/comment/:id', {
    config: { policy: COMMENT_POLICY },
    schema: {
      summary: "Delete a comment: one's own, or with announcements.thread anybody's",
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await runInTransaction(services, (tx) => deleteComment(tx, actor, params.id))
      return { success: true }
    },
  })
}
