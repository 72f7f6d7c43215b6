import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'community')

export function loadCommunityFile<Content>(name: string): Content {
  const content: Content = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  return content
}

export const hasCommunityFile = (name: string): boolean => existsSync(join(FOLDER, `${name}.json`))
