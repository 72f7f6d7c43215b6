import { Type } from 'typebox'
import type { Actor, AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { notFound, requireFound } from '#platform/errors.ts'
import { createOnce, CREATING } from '#platform/http/create-once.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { change, type Services } from '#platform/services.ts'
import { Id, ListOf, Success } from '@tahanan/contract/answers.ts'
import { postForm, commentForm } from '@tahanan/contract/content/post.ts'
import { LatestPost, Post, PostOfCsv, Comment } from '@tahanan/contract/posts/answers.ts'
import { IdParams, ListQuery, sortedCsvQuery, sortField, PageQuery } from '@tahanan/contract/requests.ts'
import { DATE_SORTS } from '@tahanan/contract/sorting.ts'
import { approvePost, changePost, createPost, deletePost } from './changes.ts'
import { addComment, deleteComment, findComments, listComments, parseComment } from './comments.ts'
import { POST_READERS, getOfficePolicy, toReader, COMMENTERS } from './policy.ts'
import { getAuthorName, presentComment, presentPosts } from './present.ts'
import { recordView } from './record-view.ts'
import { findLatestPost, findPost, listPosts, streamPostsForCsv, type PostRow } from './repository.ts'

export function postRoutes(app: PortalApp, services: Services): void {
  const { db } = services
  const timeZone = services.config.communityTimeZone
  const present = async (actor: Actor, row: PostRow | undefined) =>
    requireFound((await presentPosts(services, actor, row ? [row] : []))[0])
  const presentOne = async (actor: Actor, id: number) =>
    present(actor, await findPost(db, toReader(actor), id))

  app.get('/posts', {
    config: { policy: POST_READERS },
    schema: {
      summary: 'List posts; residents those that are shown now',
      querystring: Type.Object({
        ...Type.Omit(ListQuery, ['status']).properties,
        sort: sortField(DATE_SORTS),
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
      querystring: sortedCsvQuery(DATE_SORTS),
      response: { 200: Type.Object({ data: Type.Array(PostOfCsv) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamPostsForCsv(db, query), (row) => ({ ...row, posted_by: getAuthorName(row) })),
  })

  app.get('/post/:id', {
    config: { policy: POST_READERS },
    schema: { summary: 'One post', params: IdParams, response: { 200: Post } },
    handler: ({ actor, params }) => presentOne(actor, params.id),
  })

  app.get('/post-latest', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'The post that appeared last; null when there is none',
      response: { 200: LatestPost },
    },
    handler: async ({ actor }) => {
      const row = await findLatestPost(db)
      return { data: row ? await present(actor, row) : null }
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
      const prepare = () => {
        const { values } = parseFormBody(postForm, request.body, { action: 'create', timeZone })
        return (tx: Tx) => createPost(tx, actor, values)
      }
      // Presented after the commit, because the author and pictures are read through other database
      // connections.
      const id = await createOnce(services, request, prepare, (_, made) => Promise.resolve(made))
      return reply.code(201).send(await presentOne(actor, id))
    },
  })

  app.put('/post/:id', {
    config: { policy: getOfficePolicy('edit'), documentedBody: toFormSchema(postForm, 'update') },
    schema: { summary: 'Change a post', params: IdParams, body: AnyBody, response: { 200: Post } },
    handler: async (request) => {
      const actor = request.actor as AdminActor
      const { id } = request.params
      parseFormBody(postForm, request.body, { action: 'update', timeZone })
      await change(services, (tx) => changePost(tx, actor, id, request.body, timeZone))
      return presentOne(actor, id)
    },
  })

  app.delete('/post/:id', {
    config: { policy: getOfficePolicy('delete') },
    schema: { summary: 'Delete a post', params: IdParams, response: { 200: Success } },
    handler: async ({ params }) => {
      await change(services, (tx) => deletePost(tx, params.id))
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
      await change(services, (tx) => approvePost(tx, actor, id, updatedAt))
      return presentOne(actor, id)
    },
  })

  app.post('/post-analytic', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'Count an opening of a post',
      body: Type.Object({ postId: Id }),
      response: { 201: Success },
    },
    handler: async ({ body }, reply) => {
      if (!(await recordView(db, body.postId))) throw notFound()
      return reply.code(201).send({ success: true })
    },
  })

  addCommentRoutes(app, services)
}

/** Registers the calls for comments (rules 9.6). */
function addCommentRoutes(app: PortalApp, services: Services): void {
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
      documentedBody: Type.Object({ postId: Id, ...toFormSchema(commentForm, 'create').properties }),
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
