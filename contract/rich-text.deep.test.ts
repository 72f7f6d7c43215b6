import { test } from 'vitest'
import { checkStoredDocuments, checkParsingTwice, checkSafeLinks } from './testing-rich-text.ts'

test('random documents are read or refused without an exception, and reading the result again changes nothing', () => {
  checkParsingTwice(5000)
})

test('random documents keep only what the schema lists and the database can store', () => {
  checkStoredDocuments(5000)
})

test('links are safe only where a browser would follow http, https, mailto or tel', () => {
  checkSafeLinks(20_000)
})
