import { expect } from 'vitest'
import type { Caller } from '#testing/callers.ts'

/** The fonts must be embedded, so the standard font Helvetica may not occur. */
export async function expectPdf(who: Caller, path: string): Promise<void> {
  const { status, headers, body } = await who.get<Buffer>(path)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(body.subarray(0, 5).toString()).toBe('%PDF-')
  expect([body.includes('DejaVuSansCondensed'), body.includes('Helvetica')]).toEqual([true, false])
}
