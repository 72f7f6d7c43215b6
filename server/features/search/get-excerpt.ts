import { toSearchWords } from '#platform/db/lists/search-patterns.ts'
import { foldText } from '@tahanan/contract/text/fold-text.ts'

const MAX_LENGTH = 150
const LENGTH_BEFORE = 50

/**
 * Returns the part of a text around the first matching word, or its beginning if no word matches. Cuts
 * between words and marks each cut with ….
 */
export function getExcerpt(text: string, term: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_LENGTH) return line
  const places = toSearchWords(term).map((word) => findFoldedIndex(line, word))
  const at = Math.min(...places.filter((place) => place !== -1), line.length) % line.length
  const from = at <= LENGTH_BEFORE ? 0 : getNextWordStart(line, at - LENGTH_BEFORE, at)
  const to = from + MAX_LENGTH >= line.length ? line.length : getLastWordEnd(line, from + MAX_LENGTH, from)
  return `${from > 0 ? '… ' : ''}${line.slice(from, to).toWellFormed().trim()}${to < line.length ? ' …' : ''}`
}

/**
 * Returns the index of a folded word in the original text, or -1. Folding can change the length of a text, so
 * the index must be converted.
 */
function findFoldedIndex(text: string, word: string): number {
  const foldedText = foldText(text)
  const at = foldedText.indexOf(word)
  if (at === -1 || foldedText.length === text.length) return at
  let [place, passed] = [0, 0]
  for (const letter of text) {
    if (passed >= at) break
    passed += foldText(letter).length
    place += letter.length
  }
  return place
}

function getNextWordStart(line: string, from: number, maxIndex: number): number {
  const blank = line.indexOf(' ', from)
  return blank === -1 || blank >= maxIndex ? from : blank + 1
}

function getLastWordEnd(line: string, to: number, minIndex: number): number {
  const blank = line.lastIndexOf(' ', to)
  return blank <= minIndex ? to : blank
}
