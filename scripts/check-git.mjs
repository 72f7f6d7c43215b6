// Fails if a text file contains merge-conflict markers, or if the subject of a commit since the last release
// is not a Conventional Commit of at most 72 characters. CHANGELOG.md is generated from the subjects.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/places.mjs'

const SUBJECT_PATTERN = /^(?:feat|fix|perf|refactor|test|docs|build|chore|revert)(?:\([\w./-]+\))?!?: \S/
const MAX_LENGTH = 72
/**
 * After this commit all subjects follow the rule. Older commits are not checked; used until there is a
 * release.
 */
const FIRST_CHECKED_COMMIT = 'c89a6d56'

export const findWrongSubjects = (subjects) =>
  subjects.filter((subject) => subject.length > MAX_LENGTH || !SUBJECT_PATTERN.test(subject))

const runGit = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })

/** Lists the subjects of the checked commits. Returns an empty list in a shallow clone or without git. */
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
