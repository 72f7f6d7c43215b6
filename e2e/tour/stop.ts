import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import type { Template } from './templates.ts'

/** A page, perhaps with something opened on it, that axe checks and pictures show. */
export interface Stop {
  name: string
  to: string
  template: Template
  /** Whether `npm test` checks this stop for all stops of its template. Each template has one. */
  represents?: boolean
  /** Has a table from a tablet's width on. */
  table?: true
  /** Opens the stop's panel, menu or dialog on the loaded page. */
  open?: (page: Page, screen: Screen) => Promise<void>
}
