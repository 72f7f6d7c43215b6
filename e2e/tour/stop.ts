import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import type { Template } from './templates.ts'

export interface TourStop {
  name: string
  to: string
  template: Template
  /** True: `npm test` checks only this stop of its template. Each template has exactly one. */
  isRepresentative?: boolean
  table?: true
  preparePage?: (page: Page, screen: Screen) => Promise<void>
}
