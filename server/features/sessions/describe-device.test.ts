import { expect, test } from 'vitest'
import { describeDevice } from './describe-device.ts'

const APPLE_WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME_WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME_WEBKIT} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${CHROME_WEBKIT} SamsungBrowser/28.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; wv) ${CHROME_WEBKIT} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0]`,
    'Facebook on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE_WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE_WEBKIT} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${APPLE_WEBKIT} FxiOS/141.0 Mobile/15E148 Safari/605.1`,
    'Firefox on iPad',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_WEBKIT} Safari/537.36 Edg/141.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_WEBKIT} Safari/537.36 OPR/122.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME_WEBKIT} Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE_WEBKIT} Version/18.6 Safari/605.1.15`,
    'Safari on Mac',
  ],
  ['curl/8.5.0', 'curl'],
  ['SomeRobot (Windows)', 'Windows'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
  [undefined, ''],
])('%s is %j', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test('a very long user agent is cut', () => {
  // A pattern that backtracks at each letter would exceed the test's time limit with this long text.
  expect(describeDevice(`Version/${'a '.repeat(500_000)}`)).toBe('')
})
