import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldText } from '@tahanan/contract/text/fold-text.ts'
import { buildNameSortKey } from '../expressions.ts'
import { openTestDatabase } from '../testing.ts'

const { db } = await openTestDatabase()

const foldInDatabase = async (texts: readonly string[]) => {
  const { rows } = await sql<{ plain: string }>`select folded(given) as plain
    from unnest(${texts}::text[]) with ordinality as one (given, place) order by place`.execute(db)
  return rows.map(({ plain }) => plain)
}

const CODE_POINT_RANGES = [
  [0x20, 0x5ff],
  [0x1d00, 0x2bff],
  [0x3000, 0x33ff],
  [0xf900, 0xfdff],
  [0xfe00, 0xffff],
  [0x1f600, 0x1f64f],
] as const

test('the database folds every letter as the browser does', async () => {
  const letters = CODE_POINT_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  ).filter((letter) => /\p{Assigned}/u.test(letter))
  const foldedTexts = await foldInDatabase(letters.map((letter) => `x${letter}1`))
  const wrongLetters = letters.filter((letter, n) => foldedTexts[n] !== foldText(`x${letter}1`))
  expect(wrongLetters.map((letter) => `U+${letter.codePointAt(0)?.toString(16)} ${letter}`)).toEqual([])
})

test.each([
  ['Peña', 'pena'],
  ['PEN\u0303A', 'pena'],
  ['José Ángel', 'jose angel'],
  ['Jose\u0301 A\u0301ngel', 'jose angel'],
  ['D’Arcy', 'darcy'],
  ["D'Arcy", 'darcy'],
  ['D`Arcy', 'darcy'],
  ['D´Arcy', 'darcy'],
  ['Oʻahu', 'oahu'],
  ['A–101', 'a-101'],
  ['A\u2011101', 'a-101'],
  ['A\u2212101', 'a-101'],
  ['Ｕｎｉｔ　１０１', 'unit 101'],
  ['Ana\u00a0Cruz', 'ana cruz'],
  ['Ana\u200b\u202eCruz', 'anacruz'],
  ['“Ana”', '"ana"'],
  ['ﬁn Ma. ª', 'fin ma. a'],
  ['Łukasz Ørsted Þór Weiß Æsir', 'lukasz orsted thor weiss aesir'],
  ['İstanbul ΟΔΟΣ', 'istanbul οδοσ'],
])('%s is folded to %s', async (text, foldedText) => {
  expect(foldText(text)).toBe(foldedText)
  expect(await foldInDatabase([text])).toEqual([foldedText])
})

test('names sort with Á beside A and Ñ after N', async () => {
  const sortedNames = [
    'Abad',
    'Ábalos',
    'Acuña',
    "D'Arcy",
    'D’Arcy Z',
    'Nunez',
    'Nuñez',
    'Nuz',
    'Nz',
    'Ñuñez',
    'N\u0303uz',
    'Oa',
  ]
  const { rows } = await sql<{ name: string }>`select name
    from unnest(${sortedNames.toReversed()}::text[]) as name order by ${sql.raw(buildNameSortKey('name'))}`.execute(
    db,
  )
  expect(rows.map(({ name }) => name)).toEqual(sortedNames)
})
