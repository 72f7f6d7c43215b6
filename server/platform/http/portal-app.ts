import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Actor } from '../actor.ts'

/** The server as every area's routes see it: Fastify whose schemas are TypeBox types. */
export type PortalApp = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who is calling. There for every route whose policy is not `open`; reading it in an open one throws, because an open
     * route that asks who is calling has the wrong policy.
     */
    readonly actor: Actor
  }
}
