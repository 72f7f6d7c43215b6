import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'

/** A page, or something open on it, that is looked at: by axe, and by people as a picture. */
export interface Stop {
  name: string
  to: string
  /** Opens what the stop is about, once the page is there. */
  open?: (page: Page, screen: Screen) => Promise<void>
}
