import { expect, test } from 'vitest'
import { findWrongSubjects } from './check-git.mjs'

test('subjects are Conventional Commits of at most 72 characters', () => {
  const validSubjects = [
    'fix(gate): keep the code',
    'feat(db)!: one schema',
    'docs: say less',
    'test(web/forms): prove drafts',
  ]
  const wrongSubjects = [
    'Keep the code',
    'fix(gate) keep the code',
    'merge: lists',
    `docs: ${'long '.repeat(14)}`,
    'fix:',
  ]
  expect(findWrongSubjects([...validSubjects, ...wrongSubjects])).toEqual(wrongSubjects)
})
