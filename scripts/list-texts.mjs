// Lists every text that users may read, once, with where it stands first: `node scripts/list-texts.mjs [WORD]`.
// Texts of web/, contract/ and server/ are found by their shape, not by their place: words between tags, and strings, templates
// included, that look like a sentence or a label. So the list also holds a few that nobody reads; it is for reading, not a check.
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

const FILES = [
  'web/index.html',
  ...globSync('{web,contract,server}/**/*.{ts,tsx}', {
    exclude: (path) => /(^|\/)(node_modules|dist|migrations|demo|seed)$|\.test\.tsx?$/.test(path),
  }).toSorted(),
]

/** Properties and attributes whose values are code, whatever they look like. */
const CODE = new Set([
  'className',
  'class',
  'd',
  'viewBox',
  'style',
  'look',
  'path',
  'key',
  'pattern',
  'accept',
  'id',
])

/** A capital and a small letter, or several words that are not SQL: what people read. */
function isText(value) {
  const text = value.trim()
  if (
    !/[A-Za-z]{2}/.test(text) ||
    /^(select|insert|update|delete|with|create|alter|lock|set|from|where)\s/i.test(text)
  )
    return false
  if (/^[./@#]|^https?:|^[a-z]+([A-Z][a-z]+)+$|[{};]\s*$|::|=>|^\w+\/\w+|^--|^\(?min-|^\$/.test(text))
    return false
  return /^[A-Z₱'(].*[a-z ]/.test(text) || (/\s/.test(text) && /[a-z]{3}/.test(text) && /[.!?…:]$/.test(text))
}

const found = new Map()
function keep(value, file, offset, source) {
  const text = value.replaceAll(/\s+/g, ' ').trim()
  if (isText(text) && !found.has(text))
    found.set(text, `${file}:${source.slice(0, offset).split('\n').length}`)
}

/** Looks at a node and all below it. */
function walk(node, file, source) {
  if (Array.isArray(node)) for (const one of node) walk(one, file, source)
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return
  if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node.source) return
  if (node.type?.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
  if (
    (node.type === 'JSXAttribute' && CODE.has(node.name.name)) ||
    (node.type === 'Property' && CODE.has(node.key.name))
  )
    return
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
    keep(node.value, file, node.start, source)
  if (node.type === 'TemplateLiteral')
    keep(node.quasis.map(({ value }) => value.cooked).join('{…}'), file, node.start, source)
  for (const value of Object.values(node)) walk(value, file, source)
}

for (const file of FILES) {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.html'))
    for (const { 1: words, index } of source.matchAll(/>([^<>{}]+)</g)) keep(words, file, index, source)
  else walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), file, source)
}

const [word = ''] = process.argv.slice(2)
const lines = [...found].filter(([text]) => text.toLowerCase().includes(word.toLowerCase()))
for (const [text, place] of lines) console.log(`${place}  ${text}`)
console.error(`${lines.length} texts`)
