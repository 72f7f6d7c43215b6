import { describe, expect, test } from 'vitest'
import { COMMON_MODULES, loadBuild, loadBuiltFile, getTransferredBytes } from './load-build.mts'

const LOGIN_BYTE_LIMIT = 130_000
const PHONE_BYTE_LIMIT = 230_000
const DESKTOP_BYTE_LIMIT = 320_000
const SHARED_PASS_BYTE_LIMIT = 15_000

/**
 * Texts by which the test recognizes large parts of the app in the built scripts. Each text occurs only in
 * the code of its part.
 */
const PART_MARKERS = {
  'the calendar': 'rdp-',
  'the editor': 'ProseMirror',
  'the charts': 'cubicInterpolationMode',
} as const

const { listScripts, listLazyImports, listAllLazyImports } = loadBuild()

const countBytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + getTransferredBytes(file), 0)

function findParts(scripts: readonly string[]): string[] {
  const code = scripts.map((script) => loadBuiltFile(script)).join('\n')
  return Object.entries(PART_MARKERS).flatMap(([part, marker]) => (code.includes(marker) ? [part] : []))
}

const ALLOWED_PARTS: Readonly<Record<string, keyof typeof PART_MARKERS>> = {
  'features/amenities/resident/book-page.tsx': 'the calendar',
}

function expectFitsPhone(modules: readonly string[], limit: number): void {
  const scripts = listScripts(modules)
  expect(countBytes(scripts)).toBeGreaterThan(1000)
  expect(countBytes(scripts)).toBeLessThan(limit)
  expect(findParts(scripts)).toEqual(modules.flatMap((module) => ALLOWED_PARTS[module] ?? []))
}

const RESIDENT_MODULES = [...COMMON_MODULES, 'areas/resident/start.tsx']
const GATE_MODULES = [...COMMON_MODULES, 'areas/gate/start.tsx']

const MODULES_WITHOUT_SESSION = [
  'features/login/login.ts',
  'features/login/choose-password.ts',
  'features/login/unsubscribe.ts',
]
const RETURN_PAGE_MODULE = 'features/billing/return-page-without-login.tsx'
const OFFICE_AREA_MODULES = ['areas/admin/start.tsx', 'areas/super-admin/start.tsx']

/** Touch devices do not load this module, because they use the date picker of the browser. */
const DESKTOP_ONLY_MODULE = 'ui/controls/calendar-popup.tsx'
const LATE_LOADED_MODULES = [
  'ui/pdf/pdf-pages.tsx',
  'ui/editor/rich-text-editor.tsx',
  'features/conversation/office/office-conversation.tsx',
]
const RESIDENT_LAZY_MODULES = listAllLazyImports('areas/resident/start.tsx').filter(
  (module) => !LATE_LOADED_MODULES.includes(module),
)

const addLazyImports = (module: string): string[] => [
  module,
  ...listAllLazyImports(module).filter(
    (lazy) => !RESIDENT_LAZY_MODULES.includes(lazy) && !LATE_LOADED_MODULES.includes(lazy),
  ),
]

test('the words of the parts occur in the build', () => {
  const largeModules = [
    'features/dashboard/charts.tsx',
    'ui/controls/calendar-popup.tsx',
    'ui/editor/rich-text-editor.tsx',
  ]
  expect(findParts(listScripts(largeModules))).toEqual(Object.keys(PART_MARKERS))
})

test('every module that the entry imports is measured, and the parts of the residents’ area are found', () => {
  const measuredModules = [
    ...COMMON_MODULES,
    ...MODULES_WITHOUT_SESSION,
    RETURN_PAGE_MODULE,
    RESIDENT_MODULES,
    GATE_MODULES,
    OFFICE_AREA_MODULES,
  ].flat()
  for (const module of listLazyImports('index.html')) expect(measuredModules).toContain(module)
  for (const page of ['posts/resident/mail-page.tsx', 'tickets/resident/add-panel.tsx'])
    expect(RESIDENT_LAZY_MODULES).toContain(`features/${page}`)
})

test.each(MODULES_WITHOUT_SESSION)(`%s loads under ${LOGIN_BYTE_LIMIT / 1000} KB of script`, (module) => {
  expectFitsPhone(['index.html', module], LOGIN_BYTE_LIMIT)
})

test('the page of a shared pass loads under 15 KB in all', () => {
  const page = loadBuiltFile('pass.html')
  const files = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
  )
  for (const file of files) if (file.endsWith('.js')) expect(loadBuiltFile(file)).not.toContain('import')
  expect(page.length + countBytes(files)).toBeLessThan(SHARED_PASS_BYTE_LIMIT)
})

test(`the gate with its camera and its form loads under ${PHONE_BYTE_LIMIT / 1000} KB of script`, () => {
  expectFitsPhone([...GATE_MODULES, ...listLazyImports('areas/gate/start.tsx')], PHONE_BYTE_LIMIT)
})

test(`the return page of a gateway loads under ${PHONE_BYTE_LIMIT / 1000} KB of script without a login`, () => {
  expectFitsPhone(['index.html', RETURN_PAGE_MODULE], PHONE_BYTE_LIMIT)
})

describe.each(RESIDENT_LAZY_MODULES)('a resident’s %s', (module) => {
  test(`loads under ${PHONE_BYTE_LIMIT / 1000} KB of script on a phone`, () => {
    const phoneModules = addLazyImports(module).filter((lazy) => lazy !== DESKTOP_ONLY_MODULE)
    expectFitsPhone([...RESIDENT_MODULES, ...phoneModules], PHONE_BYTE_LIMIT)
  })

  test(`loads under ${DESKTOP_BYTE_LIMIT / 1000} KB of script on a desk`, () => {
    expect(countBytes(listScripts([...RESIDENT_MODULES, ...addLazyImports(module)]))).toBeLessThan(
      DESKTOP_BYTE_LIMIT,
    )
  })
})

describe.each(OFFICE_AREA_MODULES)('the area of %s', (area) => {
  const tabs = listLazyImports(area.replace('start.tsx', 'utilities-page.tsx'))

  test.each([...listLazyImports(area), ...tabs])(
    `loads %s under ${DESKTOP_BYTE_LIMIT / 1000} KB of script`,
    (page) => {
      expect(countBytes(listScripts([...COMMON_MODULES, area, page]))).toBeLessThan(DESKTOP_BYTE_LIMIT)
    },
  )
})

test.each(['areas/admin/desk/my-work-page.tsx', 'features/policies/admin/policies-page.tsx'])(
  `an administrator’s %s loads under ${PHONE_BYTE_LIMIT / 1000} KB of script on a phone`,
  (page) => expectFitsPhone([...COMMON_MODULES, 'areas/admin/start.tsx', page], PHONE_BYTE_LIMIT),
)
