import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './prepare/places.mjs'

export function createClone(folders) {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), 'tahanan-prepare-')))
  cpSync(join(ROOT, 'scripts'), join(clone, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  })
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  for (const folder of folders) mkdirSync(join(clone, folder))
  return clone
}
