import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import { getRunningVersion } from '../../version.ts'
import { IdempotencyHeaders } from '../create-idempotently.ts'
import type { Policy } from '../policy.ts'
import type { PortalApp } from '../portal-app.ts'
import { servePrecompressed } from '../web-app/serve-precompressed.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    documentedBody?: TSchema
  }
}

const DESCRIPTION = `Calls of residents (client), administrators (admin) and the super-administrator (super-admin).

Log in with \`POST /api/login\`, \`/api/login/admin\` or \`/api/login/super-admin\`, \
then send the token with every call: \`Authorization: Bearer …\`.
A session ends after 3000 idle seconds or 24 hours. Times are ISO 8601 in UTC; money is in pesos.
Refusals are \`{ code, message, errors? }\` and come in the order 401, 503, 403, 400, 404, 409.`

const CONFIRMATION_NOTE =
  'Needs a confirmation of the last ten minutes: without one 403 with the code `confirmationNeeded`; ' +
  'see `POST /api/confirmation`.'

/** Serves the OpenAPI document of the routes. It contains only routes that are declared after this call. */
export async function serveApiDocument(api: PortalApp): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tahanan', version: getRunningVersion().version, description: DESCRIPTION },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => ({
      schema: describeRoute(schema ?? {}, route.method, route.config),
      url,
    }),
  })

  servePrecompressed(api, '/openapi.json', {
    load: async () => Buffer.from(JSON.stringify(api.swagger(), removeOwnKeyword)),
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
  })
}

/**
 * Sets the heading of routes in the API document. Applies to all routes that are declared after this call,
 * unless a route has its own heading.
 */
export function setCallHeading(scope: PortalApp, heading: string): void {
  scope.addHook('onRoute', (route) => {
    route.schema = { tags: [heading], ...route.schema }
  })
}

function describeRoute(
  schema: FastifySchema,
  method: string | readonly string[],
  config: { policy?: Policy; documentedBody?: TSchema; confirmed?: true; repeatable?: true } = {},
): FastifySchema {
  const { policy, documentedBody, confirmed, repeatable } = config
  const description = [schema.description, policy && describeCallers(policy), confirmed && CONFIRMATION_NOTE]
    .filter(Boolean)
    .join('\n\n')
  return {
    ...schema,
    description,
    ...(documentedBody && { body: documentedBody }),
    ...(repeatable && { headers: IdempotencyHeaders }),
    ...(policy !== 'open' && { security: [{ session: [] }] }),
    response: { ...(schema.response as object | undefined), ...listErrorAnswers(schema, config, method) },
  }
}

function describeCallers(policy: Policy): string {
  if (policy === 'open') return 'Open to everybody.'
  // A Set removes duplicates, because two modules of one page may require the same permission.
  const names = new Set(policy.permission?.map(([page, flag]) => `\`${page}.${flag}\``))
  const permissions = [...names].join(' or ')
  const needsText =
    permissions && policy.areas.includes('admin') ? ` Administrators need ${permissions}.` : ''
  return `For: ${policy.areas.join(', ')}.${needsText}`
}

function listErrorAnswers(
  schema: FastifySchema,
  { policy, repeatable }: { policy?: Policy; repeatable?: true },
  method: string | readonly string[],
): Record<string, unknown> {
  const statuses = new Set<number>([429, 503])
  // A call that changes data may conflict with another change, and its body may be invalid.
  if (method !== 'GET') for (const status of [400, 409, 413, 415]) statuses.add(status)
  if (policy !== 'open') statuses.add(401).add(403)
  if (schema.body || schema.querystring || schema.params) statuses.add(400)
  if (schema.params || hasId(schema.querystring) || hasId(schema.body)) statuses.add(404)
  if (repeatable) statuses.add(422)
  return Object.fromEntries(
    [...statuses].map((status) => [status, { ...ErrorAnswer, description: describeStatus(status) }]),
  )
}

const hasId = (paramsSchema: unknown): boolean =>
  Object.hasOwn((paramsSchema as { properties?: object } | undefined)?.properties ?? {}, 'id')

const describeStatus = (status: number) =>
  Object.entries(ERRORS)
    .filter(([, [code]]) => code === status)
    .map(([code]) => code)
    .join(', ')

/** Removes `x-message` from the document, because it is the portal's own keyword for error messages. */
function removeOwnKeyword(key: string, value: unknown): unknown {
  return key === 'x-message' ? undefined : value
}
