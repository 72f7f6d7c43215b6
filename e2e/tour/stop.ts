import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import type { Template } from './templates.ts'

/** A page, optionally with an open panel, for axe and screenshots. */
export interface Stop {
  name: string
  to: string
  template: Template
  /** Whether `npm test` checks this stop on behalf of all stops of its template. Each template has one. */
  represents?: boolean
  /** Whether the page has a table from the width of a tablet on. */
  table?: true
  open?: (page: Page, screen: Screen) => Promise<void>
}
