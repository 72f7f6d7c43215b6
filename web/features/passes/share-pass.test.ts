import { expect, test, vi } from 'vitest'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { shareLink } from './share-pass.ts'

const PASS = { link: 'https://portal.example/pass#secret' } as Pass
const PASS_TEXTS = { kind: 'Visitor pass', days: '14 Mar 2026', hours: 'All day' }

test('a link is shared with its kind and days, and a closed dialog is no error', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { share })
  await shareLink(PASS, PASS_TEXTS)
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: 'Visitor pass',
    text: 'Visitor pass, 14 Mar 2026',
    url: PASS.link,
  })
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await expect(shareLink(PASS, PASS_TEXTS)).resolves.toBeUndefined()
  share.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError'))
  await expect(shareLink(PASS, PASS_TEXTS)).rejects.toThrow('refused')
})

test('without a share dialog the link is copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await shareLink(PASS, PASS_TEXTS)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(PASS.link)
})
