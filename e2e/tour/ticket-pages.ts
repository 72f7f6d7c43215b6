import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** The modules that have a page of their own. */
export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ route: module.route, slug: module.route.slice(1) }],
)
