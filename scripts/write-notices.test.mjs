import { expect, test } from 'vitest'
import { listPackages, renderNotices } from './write-notices.mjs'

const LOCK = {
  server: { dependencies: { pg: '8' }, optionalDependencies: { 'native-linux': '1' } },
  contract: { dependencies: {} },
  web: { devDependencies: { react: '19', vite: '8', '@types/react': '19' } },
  'node_modules/pg': { version: '8.0.0', license: 'MIT', dependencies: { 'pg-types': '2' } },
  'node_modules/pg-types': { version: '4.0.0', license: 'MIT' },
  'node_modules/pg/node_modules/pg-types': { version: '2.0.0', license: 'MIT' },
  'node_modules/native-linux': { version: '1.0.0', license: 'PostgreSQL', optional: true, os: ['linux'] },
  'node_modules/react': { version: '19.0.0', license: 'MIT', dev: true },
  'node_modules/vite': { version: '8.0.0', license: 'MIT', dev: true },
  'node_modules/vitest': { version: '4.0.0', license: 'MIT', dev: true },
}
const titles = listPackages(LOCK).map(({ name, version }) => `${name} ${version}`)

test('the packages of the server and of the web app are listed, by name, and no tools', () => {
  expect(titles).toEqual(['native-linux 1.0.0', 'pg 8.0.0', 'pg-types 2.0.0', 'react 19.0.0'])
})

test('a text of several packages is printed once, with the copyright of each', () => {
  const texts = {
    'node_modules/pg': 'MIT License\n\nCopyright (c) Brian\n\nPermission is\n hereby granted',
    'node_modules/react': 'MIT License\n\nCopyright (c) Meta\n\nPermission is hereby granted',
  }
  const getTexts = (path) => (texts[path] ? [texts[path]] : [])
  const notices = renderNotices(listPackages(LOCK), getTexts)
  expect(notices.match(/hereby granted/g)).toHaveLength(1)
  expect(notices).toContain(
    'pg 8.0.0 (MIT)\n    Copyright (c) Brian\nreact 19.0.0 (MIT)\n    Copyright (c) Meta',
  )
  expect(notices).toMatch(
    /for one platform[^]*native-linux 1\.0\.0 \(PostgreSQL\)\npg-types 2\.0\.0 \(MIT\)\n$/,
  )
})

const getTextOfAll = (path) => [`text of ${path}`]
const getTextWithoutNative = (path) => (path.includes('native') ? [] : getTextOfAll(path))

test('what is installed of the optional packages changes nothing', () => {
  expect(renderNotices(listPackages(LOCK), getTextOfAll)).toBe(
    renderNotices(listPackages(LOCK), getTextWithoutNative),
  )
})
