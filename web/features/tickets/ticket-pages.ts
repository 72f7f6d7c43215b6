import { MODULES } from '@tahanan/contract/tickets/index.ts'

/** The modules that have a page of their own; one without lives in the Services list. */
export const TICKET_PAGES = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ module, route: module.route }],
)
