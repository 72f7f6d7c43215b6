import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Pages of modules; the work service has none. */
export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ route: module.route, slug: module.route.slice(1) }],
)
