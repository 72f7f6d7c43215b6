// Adds the section 'For operators' to the newest version in CHANGELOG.md: migrations and settings since the
// last tag. `npm run release` calls it after writing the version's commits and before tagging the version.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

const CHANGELOG = 'CHANGELOG.md'
const MIGRATIONS_FOLDER = 'server/platform/db/migrations'
const SETTINGS_FILE = '.env.example'

const runGit = (...words) => execFileSync('git', words, { encoding: 'utf8' })

function listSettings(text) {
  return [...text.matchAll(/^#? ?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name)
}

const formatList = (words, names) =>
  names.length > 0 ? [`- ${words}: ${names.map((name) => `\`${name}\``).join(', ')}.`] : []

function listNotesSince(tag) {
  const addedPaths = runGit('diff', '--name-only', '--diff-filter=A', tag, 'HEAD', '--', MIGRATIONS_FOLDER)
  const migrations = addedPaths.split('\n').filter((path) => path.endsWith('.sql'))
  const settingsBefore = listSettings(runGit('show', `${tag}:${SETTINGS_FILE}`))
  const now = listSettings(readFileSync(SETTINGS_FILE, 'utf8'))
  return [
    ...formatList(
      'Migrations, so the way back is a backup unless a note says otherwise',
      migrations.map((path) => basename(path, '.sql')),
    ),
    ...formatList(
      'Settings that no longer exist',
      settingsBefore.filter((name) => !now.includes(name)),
    ),
    ...formatList(
      'New settings',
      now.filter((name) => !settingsBefore.includes(name)),
    ),
  ]
}

const [tag] = runGit('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
if (tag) {
  const notesSinceTag = listNotesSince(tag)
  const notes = notesSinceTag.length > 0 ? notesSinceTag : ['- No migration, and no setting changed.']
  const text = readFileSync(CHANGELOG, 'utf8')
  // The text of the newest version ends at the heading of the next version, or at the end of the file.
  const [first, next] = [...text.matchAll(/^#{2,3} \[?\d+\.\d+\.\d+/gm)].map(({ index }) => index)
  if (first === undefined) throw new Error(`${CHANGELOG} has no version.`)
  const sectionEnd = next ?? text.length
  const section = `### For operators\n\n${notes.join('\n')}\n`
  writeFileSync(
    CHANGELOG,
    `${text.slice(0, sectionEnd).trimEnd()}\n\n${section}\n${text.slice(sectionEnd)}`.trimEnd() + '\n',
  )
}
