import { expect, test } from 'vitest'
import { toApiError } from './api.ts'

const INTERNAL = JSON.stringify({
  code: 'internal',
  message: 'Something went wrong on our side. Nothing was changed.',
})
const NUMBER = { 'x-request-id': '3f2a91c07bde' }

const messageOf = (status: number, text: string, headers: Record<string, string>): string =>
  toApiError({ status, headers: new Headers(headers) }, text, false).message

test('a fault of ours names its call, so that the office finds it in the log (rules 14.17)', () => {
  expect(messageOf(500, INTERNAL, NUMBER)).toBe(
    'Something went wrong on our side. Nothing was changed. Number for the office: 3f2a91c07bde',
  )
  expect(messageOf(502, '<html>Bad gateway</html>', NUMBER)).toContain('Number for the office: 3f2a91c07bde')
  expect(messageOf(502, '<html>Bad gateway</html>', {})).toBe('Something went wrong on our side.')
})

test('a refusal that explains itself has no number', () => {
  const text = JSON.stringify({ code: 'conflict', message: 'Liza Villanueva approved it.' })
  expect(messageOf(409, text, NUMBER)).toBe('Liza Villanueva approved it.')
})
