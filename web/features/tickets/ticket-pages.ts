import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** Modules with a page; tickets of the others open in the Services list. */
export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ module, route: module.route }],
)
