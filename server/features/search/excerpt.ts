const LENGTH = 150
/** Characters before the match. */
const BEFORE = 50

/** Returns the line of text around the first match, else the beginning, cut at words, with … for cuts. */
export function excerpt(text: string, term: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LENGTH) return line
  const at = line.toLowerCase().indexOf(term.trim().toLowerCase().replaceAll(/\s+/g, ' '))
  const from = at <= BEFORE ? 0 : nextWord(line, at - BEFORE, at)
  const to = from + LENGTH >= line.length ? line.length : lastWord(line, from + LENGTH, from)
  return `${from > 0 ? '… ' : ''}${line.slice(from, to).toWellFormed().trim()}${to < line.length ? ' …' : ''}`
}

function nextWord(line: string, from: number, most: number): number {
  const blank = line.indexOf(' ', from)
  return blank === -1 || blank >= most ? from : blank + 1
}

function lastWord(line: string, to: number, least: number): number {
  const blank = line.lastIndexOf(' ', to)
  return blank <= least ? to : blank
}
