import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldText } from '@tahanan/contract/text/fold-text.ts'
import { nameOrder } from '../expressions.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openTestDatabase } from '../testing.ts'

const { db } = await openTestDatabase()

const foldedOf = async (texts: readonly string[]) => {
  const { rows } = await sql<{ plain: string }>`select folded(given) as plain
    from unnest(${texts}::text[]) with ordinality as one (given, place) order by place`.execute(db)
  return rows.map(({ plain }) => plain)
}

/** Letters of alphabets with case, typography, marks and forms of compatibility. */
const RANGES = [
  [0x20, 0x5ff],
  [0x1d00, 0x2bff],
  [0x3000, 0x33ff],
  [0xf900, 0xfdff],
  [0xfe00, 0xffff],
  [0x1f600, 0x1f64f],
] as const

test('the database folds every letter as the browser does', async () => {
  const letters = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  ).filter((letter) => /\p{Assigned}/u.test(letter))
  const plain = await foldedOf(letters.map((letter) => `x${letter}1`))
  const wrong = letters.filter((letter, n) => plain[n] !== foldText(`x${letter}1`))
  expect(wrong.map((letter) => `U+${letter.codePointAt(0)?.toString(16)} ${letter}`)).toEqual([])
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
])('%s is folded to %s', async (text, plain) => {
  expect(foldText(text)).toBe(plain)
  expect(await foldedOf([text])).toEqual([plain])
})

test('names sort with Á beside A and Ñ after N', async () => {
  const sorted = [
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
    from unnest(${sorted.toReversed()}::text[]) as name order by ${sql.raw(nameOrder('name'))}`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(sorted)
})

test('the migration folds what is stored, and brings names and codes to NFC', async () => {
  const { db: old } = await openTestDatabase({ empty: true })
  await migrate(old, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0015')))
  await sql`insert into tenants (client_code, uoccname, phone_number) values
    (${'N\u0303-1'}, ${'Pen\u0303a'}, '0917-555-0101'), (${'E\u0301-2'}, 'Ana', ''), (${'É-2'}, 'Ben', '')`.execute(
    old,
  )
  await sql`insert into tickets (module, ticket_number, tenant_id, search_text) values
    ('gatePass', 'GP-1', 1, ${'gp-1\n\nmuñoz'}), ('gatePass', 'GP-2', 1, ${'gp-2\n\nsantos'})`.execute(old)
  await sql`insert into payments (tenant_id, type, status, reference_number, amount_paid, soa_amount, invoice_number,
      transaction_date, bank_reference, receipt_number)
    values (1, 4, 4, 'PY-1', 5, 5, '', now(), ${'BDO–Peña'}, 'AR-1'), (1, 1, 2, 'PY-2', 5, 5, '', now(), 'BDO-2', null)`.execute(
    old,
  )
  await sql`insert into posts (title, description, type, search_text) values ('Año', '', 'EVENTS', 'año')`.execute(
    old,
  )
  await migrate(old)
  const listed = async (query: string) =>
    (await sql.raw<{ one: string }>(query).execute(old)).rows.map(({ one }) => one)
  expect(await listed('select client_code as one from tenants order by id')).toEqual([
    'Ñ-1',
    'E\u0301-2',
    'É-2',
  ])
  expect(await listed('select uoccname || name_order as one from tenants where id = 1')).toEqual([
    'Peñapen~a',
  ])
  expect(await listed('select phones as one from tenants where id = 1')).toEqual(['09175550101\n\n'])
  expect(await listed('select search_text as one from payments order by id')).toEqual([
    'py-1\n\n\nar-1\nbdo-pena',
    'py-2\n\n\n\nbdo-2',
  ])
  expect(await listed('select search_text as one from posts')).toEqual(['ano'])
  const rest = `select ticket_number as one from tickets where search_text not like E'%\\n\\n%' or search_text <> folded(search_text)`
  expect(await listed(rest)).toEqual(['GP-1'])
})
