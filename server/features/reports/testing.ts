import { expect } from 'vitest'
import type { Caller } from '#testing/callers.ts'

/**
 * Expects a PDF with embedded fonts: the standard font Helvetica, which is never embedded, must not occur.
 */
export async function expectPdf(caller: Caller, path: string): Promise<void> {
  const { status, headers, body } = await caller.get<Buffer>(path)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(body.subarray(0, 5).toString()).toBe('%PDF-')
  expect([body.includes('DejaVuSansCondensed'), body.includes('Helvetica')]).toEqual([true, false])
}
