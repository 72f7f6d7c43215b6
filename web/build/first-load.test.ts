import { describe, expect, test } from 'vitest'
import { EVERY_PAGE, loadBuild, loadBuiltFile, getTransferredBytes } from './load-build.mts'

const LOGIN_BYTES = 130_000
const PHONE_BYTES = 230_000
const DESK_BYTES = 320_000
const SHARED_PASS_BYTES = 15_000

/** Words that identify large parts: each occurs only in the code of its part. */
const PARTS = {
  'the calendar': 'rdp-',
  'the editor': 'ProseMirror',
  'the charts': 'cubicInterpolationMode',
} as const

const { listScripts, listLazyImports, listAllLazyImports } = loadBuild()

const countBytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + getTransferredBytes(file), 0)

function findParts(scripts: readonly string[]): string[] {
  const code = scripts.map((script) => loadBuiltFile(script)).join('\n')
  return Object.entries(PARTS).flatMap(([part, word]) => (code.includes(word) ? [part] : []))
}

/** The only pages on which phones load one of these parts. */
const WITH_PART: Readonly<Record<string, keyof typeof PARTS>> = {
  'features/amenities/resident/book-page.tsx': 'the calendar',
}

function expectFitsPhone(modules: readonly string[], limit: number): void {
  const scripts = listScripts(modules)
  expect(countBytes(scripts)).toBeGreaterThan(1000)
  expect(countBytes(scripts)).toBeLessThan(limit)
  expect(findParts(scripts)).toEqual(modules.flatMap((module) => WITH_PART[module] ?? []))
}

const RESIDENT = [...EVERY_PAGE, 'areas/resident/start.tsx']
const GATE = [...EVERY_PAGE, 'areas/gate/start.tsx']

/** Modules that the entry imports dynamically if there is no session. A test below measures each of them. */
const WITHOUT_SESSION = [
  'features/login/login.ts',
  'features/login/choose-password.ts',
  'features/login/unsubscribe.ts',
]
const RETURN_PAGE = 'features/billing/return-page-without-login.tsx'
const OFFICE_AREAS = ['areas/admin/start.tsx', 'areas/super-admin/start.tsx']

/** Not loaded on touch devices, because they use the date picker of the browser. */
const DESK_ONLY = 'ui/controls/calendar-popup.tsx'
/** Modules that load only after a click, or only for administrators. */
const NOT_FIRST = [
  'ui/pdf/pdf-pages.tsx',
  'ui/editor/rich-text-editor.tsx',
  'features/conversation/office/office-conversation.tsx',
]
/** Pages and panels of the residents' area that load when they are opened. */
const RESIDENT_PARTS = listAllLazyImports('areas/resident/start.tsx').filter(
  (module) => !NOT_FIRST.includes(module),
)

const addLazyImports = (module: string): string[] => [
  module,
  ...listAllLazyImports(module).filter((lazy) => !RESIDENT_PARTS.includes(lazy) && !NOT_FIRST.includes(lazy)),
]

test('the words of the parts occur in the build', () => {
  const everything = [
    'features/dashboard/charts.tsx',
    'ui/controls/calendar-popup.tsx',
    'ui/editor/rich-text-editor.tsx',
  ]
  expect(findParts(listScripts(everything))).toEqual(Object.keys(PARTS))
})

test('every module that the entry imports is measured, and the parts of the residents’ area are found', () => {
  const measured = [...EVERY_PAGE, ...WITHOUT_SESSION, RETURN_PAGE, RESIDENT, GATE, OFFICE_AREAS].flat()
  for (const module of listLazyImports('index.html')) expect(measured).toContain(module)
  for (const page of ['posts/resident/mail-page.tsx', 'tickets/resident/add-panel.tsx'])
    expect(RESIDENT_PARTS).toContain(`features/${page}`)
})

test.each(WITHOUT_SESSION)(`%s loads under ${LOGIN_BYTES / 1000} KB of script`, (module) => {
  expectFitsPhone(['index.html', module], LOGIN_BYTES)
})

test('the page of a shared pass loads under 15 KB in all', () => {
  const page = loadBuiltFile('pass.html')
  const files = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
  )
  for (const file of files) if (file.endsWith('.js')) expect(loadBuiltFile(file)).not.toContain('import')
  expect(page.length + countBytes(files)).toBeLessThan(SHARED_PASS_BYTES)
})

test(`the gate with its camera and its form loads under ${PHONE_BYTES / 1000} KB of script`, () => {
  expectFitsPhone([...GATE, ...listLazyImports('areas/gate/start.tsx')], PHONE_BYTES)
})

test(`the return page of a gateway loads under ${PHONE_BYTES / 1000} KB of script without a login`, () => {
  expectFitsPhone(['index.html', RETURN_PAGE], PHONE_BYTES)
})

describe.each(RESIDENT_PARTS)('a resident’s %s', (module) => {
  test(`loads under ${PHONE_BYTES / 1000} KB of script on a phone`, () => {
    const needed = addLazyImports(module).filter((lazy) => lazy !== DESK_ONLY)
    expectFitsPhone([...RESIDENT, ...needed], PHONE_BYTES)
  })

  test(`loads under ${DESK_BYTES / 1000} KB of script on a desk`, () => {
    expect(countBytes(listScripts([...RESIDENT, ...addLazyImports(module)]))).toBeLessThan(DESK_BYTES)
  })
})

describe.each(OFFICE_AREAS)('the area of %s', (area) => {
  const tabs = listLazyImports(area.replace('start.tsx', 'utilities-page.tsx'))

  test.each([...listLazyImports(area), ...tabs])(
    `loads %s under ${DESK_BYTES / 1000} KB of script`,
    (page) => {
      expect(countBytes(listScripts([...EVERY_PAGE, area, page]))).toBeLessThan(DESK_BYTES)
    },
  )
})

test.each(['areas/admin/desk/desk-page.tsx', 'features/policies/admin/policies-page.tsx'])(
  `an administrator’s %s loads under ${PHONE_BYTES / 1000} KB of script on a phone`,
  (page) => expectFitsPhone([...EVERY_PAGE, 'areas/admin/start.tsx', page], PHONE_BYTES),
)
