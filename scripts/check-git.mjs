// Refuses merge-conflict markers in any text file, and commits since the last release whose subject is not a
// Conventional Commit of at most 72 characters, because CHANGELOG.md is generated from the subjects.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/places.mjs'

const SUBJECT_PATTERN = /^(?:feat|fix|perf|refactor|test|docs|build|chore|revert)(?:\([\w./-]+\))?!?: \S/
const MAX_LENGTH = 72
/** The first commit after which all subjects follow the rule; used until there is a release. */
const FIRST_CHECKED_COMMIT = 'c89a6d56'

export const findWrongSubjects = (subjects) =>
  subjects.filter((subject) => subject.length > MAX_LENGTH || !SUBJECT_PATTERN.test(subject))

const runGit = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })

/** Returns an empty list in a shallow clone or without git. */
function listSubjects() {
  const tag = runGit('describe', '--tags', '--abbrev=0', '--match', 'v*').stdout?.trim()
  const { status, stdout } = runGit(
    'log',
    '--no-merges',
    '--format=%s',
    `${tag || FIRST_CHECKED_COMMIT}..HEAD`,
  )
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const conflictMarkers = runGit('grep', '-nIE', '^(<{7}|>{7}|={7})( |$)').stdout ?? ''
  const wrongSubjects = findWrongSubjects(listSubjects()).map((subject) => `commit subject: ${subject}`)
  if (conflictMarkers !== '' || wrongSubjects.length > 0) {
    console.error(`${conflictMarkers}${wrongSubjects.join('\n')}`)
    process.exit(1)
  }
}
