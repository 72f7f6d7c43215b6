import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('no file with secrets gets into the image, whatever folder it lies in', () => {
  const left = read('.dockerignore').split('\n')
  for (const secrets of ['**/.env', '**/.env.*', '**/data', '**/*.tar']) expect(left).toContain(secrets)
})

test('behind the proxy of the compose file only the address that the proxy saw counts', () => {
  // A range of private addresses would believe what callers in the same network say of themselves.
  expect(/TRUST_PROXY: (.*)/.exec(read('deploy/compose.yaml'))?.[1]).toBe('1')
})
