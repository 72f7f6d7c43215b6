import { MODULES } from '@tahanan/contract/tickets/index.ts'

export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ route: module.route, slug: module.route.slice(1) }],
)
