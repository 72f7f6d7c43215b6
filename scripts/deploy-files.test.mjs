import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('no file with secrets gets into the image, from any folder', () => {
  const left = read('.dockerignore').split('\n')
  for (const secrets of ['**/.env', '**/.env.*', '**/data', '**/*.tar']) expect(left).toContain(secrets)
})

test('the compose file trusts one proxy for the address of a caller', () => {
  // A range of private addresses would let callers in the local network forge their address.
  expect(/TRUST_PROXY: (.*)/.exec(read('deploy/compose.yaml'))?.[1]).toBe('1')
})
