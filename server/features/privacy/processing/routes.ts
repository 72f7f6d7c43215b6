import { Type } from 'typebox'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { PdfAnswer, sendPdf } from '#platform/http/send-pdf.ts'
import { renderTablesPdf } from '#platform/pdf/table.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ProcessingActivity, StoredData } from '@tahanan/contract/privacy/answers.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'
import { findPeriods } from '../retention/periods.ts'
import {
  listProcessingActivities,
  listStoredData,
  createProcessingTable,
} from './list-processing-activities.ts'

const TITLE = 'Record of processing'
const LAW = 'Republic Act 10173, Data Privacy Act of 2012'

export function processingRoutes(app: PortalApp, { db, config }: PlatformContext): void {
  app.get('/your-data', {
    config: { policy: { areas: ['client'] } },
    schema: {
      summary: 'What the portal stores about a resident: why, who reads it, how long',
      response: { 200: Type.Object({ data: Type.Array(StoredData) }) },
    },
    handler: async () => ({ data: listStoredData((await findPeriods(db)).periods) }),
  })

  app.get('/processing-record', {
    config: { policy: { areas: ['super-admin'] } },
    schema: {
      summary: 'The record of processing of personal data',
      response: { 200: Type.Object({ data: Type.Array(ProcessingActivity) }) },
    },
    handler: async () => ({ data: listProcessingActivities((await findPeriods(db)).periods) }),
  })

  app.get('/processing-record/pdf', {
    config: { policy: { areas: ['super-admin'] } },
    schema: { summary: 'The same as a PDF', response: PdfAnswer },
    handler: async (_request, reply) => {
      const createdAt = new Date()
      const lines = [LAW, `Made on ${formatLongTime(createdAt, config.communityTimeZone)}`]
      const pdfHead = { title: TITLE, author: await findCommunityName(db), createdAt, lines }
      const rows = listProcessingActivities((await findPeriods(db)).periods)
      return sendPdf(reply, TITLE, await renderTablesPdf(pdfHead, [createProcessingTable(rows)]))
    },
  })
}
