// Fails if a style sheet sets font sizes, gaps, radii, weights or colours that are not variables of
// web/ui/theme/tokens.css.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/places.mjs'

const COMMENT_PATTERN = /\/\*[^]*?\*\//g
const DECLARATION_PATTERN = /(?<=[{;]\s*)(?<name>-{0,2}[a-z][\w-]*)\s*:\s*(?<value>[^;{}]+)(?=[;}])/gi

/** Allowed values of a CSS property. The first rule whose `name` matches the property applies. */
const RULES = [
  // CSS variables may have any value, because they give a colour a name. So may masks, because only their
  // transparency counts.
  { name: /^--|^mask/, allows: () => true },
  // `min()` and `clamp()` are allowed, because they make a label small enough on a narrow phone with large
  // text.
  { name: /^font-size$/, allows: (value) => !/^[\d.]+(?:rem|px|em)$/.test(value) },
  { name: /^font-weight$/, allows: (value) => /^(?:var\(--weight[a-z-]*\)|inherit)$/.test(value) },
  { name: /^font$/, allows: (value) => /^(?:inherit|(?:[456]00|var\(--weight\)) )/.test(value) },
  { name: /^(?:row-|column-)?gap$/, allows: (value) => /^(?:(?:0|var\(--space-\d\)) ?){1,2}$/.test(value) },
  { name: /radius$/, allows: (value) => /^(?:0|inherit|var\(--radius[a-z-]*\))$/.test(value) },
  { name: /./, allows: (value) => !/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(value) },
]

export function findRawValues(css) {
  return [...css.replaceAll(COMMENT_PATTERN, '').matchAll(DECLARATION_PATTERN)].flatMap(
    ({ groups: { name, value } }) => {
      const rule = RULES.find((one) => one.name.test(name))
      return rule.allows(value.trim()) ? [] : [`${name}: ${value.trim()}`]
    },
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = globSync('web/**/*.css', { cwd: ROOT }).filter(
    (file) => !/(?:^|\/)(?:dist|node_modules|theme)\//.test(file),
  )
  const rawValues = files.flatMap((file) =>
    findRawValues(readFileSync(join(ROOT, file), 'utf8')).map((declaration) => `${file}: ${declaration}`),
  )
  if (rawValues.length > 0) {
    console.error(`${rawValues.join('\n')}\nUse a token of web/ui/theme/tokens.css, or add one there.`)
    process.exit(1)
  }
}
