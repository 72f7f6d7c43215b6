import { toSearchWords } from '#platform/db/lists/search-patterns.ts'
import { foldText } from '@tahanan/contract/text/fold-text.ts'

const MAX_LENGTH = 150
const MAX_LENGTH_BEFORE_MATCH = 50

/**
 * Returns the part of a text around the first matching word, or its beginning if no word matches. Cuts
 * between words and marks each cut with ….
 */
export function getExcerpt(text: string, term: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_LENGTH) return line
  const wordIndexes = toSearchWords(term).map((word) => findFoldedIndex(line, word))
  const firstIndex = Math.min(...wordIndexes.filter((index) => index !== -1), line.length) % line.length
  const excerptStart =
    firstIndex <= MAX_LENGTH_BEFORE_MATCH
      ? 0
      : getNextWordStart(line, firstIndex - MAX_LENGTH_BEFORE_MATCH, firstIndex)
  const excerptEnd =
    excerptStart + MAX_LENGTH >= line.length
      ? line.length
      : getLastWordEnd(line, excerptStart + MAX_LENGTH, excerptStart)
  return `${excerptStart > 0 ? '… ' : ''}${line.slice(excerptStart, excerptEnd).toWellFormed().trim()}${excerptEnd < line.length ? ' …' : ''}`
}

/**
 * Returns the index of a normalized word (see `foldText`) in the original text, or -1. Normalizing can change
 * the length of a text, so the index in the normalized text must be converted.
 */
function findFoldedIndex(text: string, word: string): number {
  const foldedText = foldText(text)
  const foldedIndex = foldedText.indexOf(word)
  if (foldedIndex === -1 || foldedText.length === text.length) return foldedIndex
  let [index, foldedLength] = [0, 0]
  for (const character of text) {
    if (foldedLength >= foldedIndex) break
    foldedLength += foldText(character).length
    index += character.length
  }
  return index
}

function getNextWordStart(line: string, from: number, maxIndex: number): number {
  const spaceIndex = line.indexOf(' ', from)
  return spaceIndex === -1 || spaceIndex >= maxIndex ? from : spaceIndex + 1
}

function getLastWordEnd(line: string, to: number, minIndex: number): number {
  const spaceIndex = line.lastIndexOf(' ', to)
  return spaceIndex <= minIndex ? to : spaceIndex
}
