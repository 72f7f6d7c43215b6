import { Type } from 'typebox'
import { requireFound } from '#platform/errors.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { describeId, MessageAnswer, ListOf } from '@tahanan/contract/answers.ts'
import {
  NewestPrivacyNotice,
  PrivacyNoticeVersion,
  PrivacyNoticeView,
  PublicPrivacyNotice,
} from '@tahanan/contract/privacy-notice/answers.ts'
import { MAX_CHANGES_LENGTH, CHANGES_REQUIRED } from '@tahanan/contract/privacy-notice/form.ts'
import {
  CsvQuery,
  IdParams,
  ListQuery,
  PageQuery,
  createRequiredText,
  createStrictQuery,
} from '@tahanan/contract/requests.ts'
import { publishNotice } from './changes.ts'
import { presentNotice } from './present.ts'
import {
  findNewestNotice,
  findNotice,
  listNotices,
  listNoticeViews,
  streamNoticeViewsForCsv,
  recordNoticeView,
} from './repository.ts'

const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }
const VersionQuery = { version: Type.Optional(describeId('Of one version')) }

/** Registers the API routes of the privacy notice (rules 26.13 to 26.17). */
export function privacyNoticeRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services

  app.get('/public-privacy-notice', {
    config: { policy: 'open' },
    schema: {
      summary: 'The newest version of the privacy notice',
      description: '404 before the first one is published.',
      response: { 200: PublicPrivacyNotice },
    },
    handler: async () => presentNotice(services, requireFound(await findNewestNotice(db))),
  })

  app.get('/privacy-notice', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'The newest version of the privacy notice, to write the next one',
      response: { 200: NewestPrivacyNotice },
    },
    handler: async () => {
      const row = await findNewestNotice(db)
      return { notice: row ? await presentNotice(services, row) : null }
    },
  })

  app.post('/privacy-notice', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Publish the next version of the privacy notice',
      description: 'A published version never changes.',
      body: Type.Object({
        content: Type.Unsafe<unknown>({ description: 'ProseMirror JSON, as text or as an object' }),
        changes: createRequiredText(CHANGES_REQUIRED, { maxLength: MAX_CHANGES_LENGTH }),
        seen: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'Newest version as last seen, 0 for none; 409 when there is a newer one',
          }),
        ),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body }) => {
      await publishNotice(services, actor, { ...body, lastSeenVersion: body.seen })
      return { message: 'You have successfully published the Privacy Notice.' }
    },
  })

  app.get('/privacy-notice/:id', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'A version of the privacy notice',
      params: IdParams,
      response: { 200: PublicPrivacyNotice },
    },
    handler: async ({ params }) => presentNotice(services, requireFound(await findNotice(db, params.id))),
  })

  app.get('/privacy-notices', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Versions of the privacy notice, the newest first',
      querystring: PageQuery,
      response: { 200: ListOf(PrivacyNoticeVersion) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      return listAnswer(page, await listNotices(db, page), (row) => row)
    },
  })

  app.get('/privacy-notice-views', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Accounts that saw a version of the privacy notice, and when first; the latest first',
      querystring: createStrictQuery({
        ...Type.Pick(ListQuery, ['page', 'limit', 'searchTerm']).properties,
        ...VersionQuery,
      }),
      response: { 200: ListOf(PrivacyNoticeView) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      return listAnswer(page, await listNoticeViews(db, query.version, page), (row) => row)
    },
  })

  app.get('/privacy-notice-viewIds', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Chosen rows of who saw the privacy notice, or all of a search, for the CSV',
      querystring: Type.Object({ ...CsvQuery.properties, ...VersionQuery }),
      response: { 200: Type.Object({ data: Type.Array(PrivacyNoticeView) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamNoticeViewsForCsv(db, query.version, query), (row) => row),
  })

  app.post('/privacy-notice-views', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'I have seen a version of the privacy notice',
      description: 'Counts once; a version that is not published is ignored.',
      body: Type.Object({ version: describeId() }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body }) => {
      await runInTransaction(services, (tx) => recordNoticeView(tx, actor, body.version))
      return { message: 'Noted.' }
    },
  })
}
