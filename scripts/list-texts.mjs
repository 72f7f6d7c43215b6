// Lists every text that users may see, with the first file that contains it: `node scripts/list-texts.mjs
// [WORD]`. It guesses by the form of a text, so the list also contains some internal texts. It never fails.
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

const FILES = [
  'web/index.html',
  ...globSync('{web,contract,server}/**/*.{ts,tsx}', {
    exclude: (path) => /(^|\/)(node_modules|dist|migrations|demo|seed)$|\.test\.tsx?$/.test(path),
  }).toSorted(),
]

const CODE_PROPERTIES = new Set([
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

const locationsByText = new Map()
function addText(value, file, offset, source) {
  const text = value.replaceAll(/\s+/g, ' ').trim()
  if (isText(text) && !locationsByText.has(text))
    locationsByText.set(text, `${file}:${source.slice(0, offset).split('\n').length}`)
}

function collectTexts(node, file, source) {
  if (Array.isArray(node)) for (const childNode of node) collectTexts(childNode, file, source)
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return
  if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node.source) return
  if (node.type?.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
  if (
    (node.type === 'JSXAttribute' && CODE_PROPERTIES.has(node.name.name)) ||
    (node.type === 'Property' && CODE_PROPERTIES.has(node.key.name))
  )
    return
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
    addText(node.value, file, node.start, source)
  if (node.type === 'TemplateLiteral')
    addText(node.quasis.map(({ value }) => value.cooked).join('{…}'), file, node.start, source)
  for (const value of Object.values(node)) collectTexts(value, file, source)
}

for (const file of FILES) {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.html'))
    for (const { 1: words, index } of source.matchAll(/>([^<>{}]+)</g)) addText(words, file, index, source)
  else collectTexts(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), file, source)
}

const [word = ''] = process.argv.slice(2)
const lines = [...locationsByText].filter(([text]) => text.toLowerCase().includes(word.toLowerCase()))
for (const [text, place] of lines) console.log(`${place}  ${text}`)
console.error(`${lines.length} texts`)
