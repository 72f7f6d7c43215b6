// Writes THIRD-PARTY-NOTICES from the lock file (`npm run docs`): the packages that the portal uses at run
// time or serves to browsers, with their licences. With `--check`, as in `npm run check`, it only fails if
// the file is outdated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/places.mjs'

const NOTICES_FILE = join(ROOT, 'THIRD-PARTY-NOTICES')
/** Packages of web/package.json that only build the web app, so no code of theirs is served. */
const BUILD_TOOLS = /^(@types\/|@vitejs\/|vite$)/
/** Text instead of the licence's name, for packages whose package.json names no licence. */
const UNNAMED_LICENCE = 'see its text'
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const COPYRIGHT_LINE = /^\W*(copyright\b|©|all rights reserved)/i

const NOTICES_HEAD = `THIRD-PARTY NOTICES

The portal runs with, and serves to browsers, the packages below. Their authors hold the rights in them. Written by
\`npm run docs\` from package-lock.json.
`

/** Lists the packages that reach a user: dependencies of the server and of the built web app. */
export function listPackages(lock) {
  const packagePaths = new Set()
  const visit = (from, names) => {
    for (const name of names) {
      const path = resolveDependencyPath(lock, from, name)
      if (path === undefined || packagePaths.has(path)) continue
      packagePaths.add(path)
      const { dependencies, optionalDependencies } = lock[path]
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies }))
    }
  }
  for (const workspace of ['server', 'contract']) {
    const { dependencies, optionalDependencies } = lock[workspace]
    visit(workspace, Object.keys({ ...dependencies, ...optionalDependencies }))
  }
  visit(
    'web',
    Object.keys(lock.web.devDependencies).filter((name) => !BUILD_TOOLS.test(name)),
  )
  return [...packagePaths]
    .filter((path) => lock[path].link !== true)
    .map((path) => {
      const { version, license = UNNAMED_LICENCE, optional, devOptional } = lock[path]
      const name = path.replace(/.*node_modules\//, '')
      return { path, name, version, licence: license, optional: Boolean(optional || devOptional) }
    })
    .toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.version, b.version))
}

function resolveDependencyPath(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (path in lock) return path
    if (folder === '') return undefined
  }
}

// Compares by character codes, because the result of `localeCompare` depends on the language of the machine.
const compareTexts = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

export function renderNotices(packages, readTexts) {
  const byText = new Map()
  const withoutText = []
  for (const packageInfo of packages) {
    // Leaves out the licence texts of optional packages. npm installs only those for this machine, but the
    // file must be the same on all machines.
    const licenceTexts = packageInfo.optional ? [] : readTexts(packageInfo.path)
    const title = `${packageInfo.name} ${packageInfo.version} (${packageInfo.licence})`
    if (licenceTexts.length === 0) withoutText.push(title)
    for (const text of licenceTexts) {
      const lines = text.split('\n').map((line) => line.trim())
      const copyrightLines = [...new Set(lines.filter((line) => COPYRIGHT_LINE.test(line)))]
      const licenceBody = normalizeBlankLines(lines.filter((line) => !COPYRIGHT_LINE.test(line)))
      const key = licenceBody.replaceAll(/\W+/g, ' ').toLowerCase()
      const packageGroup = byText.get(key) ?? { body: licenceBody, packages: new Map() }
      byText.set(key, packageGroup)
      const ownersText = copyrightLines.join('\n    ')
      packageGroup.packages.set(ownersText, [...(packageGroup.packages.get(ownersText) ?? []), title])
    }
  }
  const noticeParts = [...byText.values()].map(({ body, packages: owned }) => {
    const packageHeads = [...owned].map(
      ([owners, titles]) => `${titles.join('\n')}${owners && `\n    ${owners}`}`,
    )
    return `${packageHeads.join('\n')}\n\n${body}\n`
  })
  const packagesWithoutText = `These packages have no text of their own here: parts for one platform, whose folder below node_modules
holds their licences, and packages that name only their licence.\n\n${withoutText.join('\n')}\n`
  return [NOTICES_HEAD, ...noticeParts, packagesWithoutText].join(`\n${'-'.repeat(78)}\n\n`)
}

function normalizeBlankLines(lines) {
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function readLicences(path) {
  const folder = join(ROOT, path)
  if (!existsSync(folder)) throw new Error(`${path} is not installed: node scripts/prepare.mjs check`)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted(compareTexts)
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', ''))
}

function main(isCheck) {
  const { packages: lock } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const notices = renderNotices(listPackages(lock), readLicences)
  if (existsSync(NOTICES_FILE) && readFileSync(NOTICES_FILE, 'utf8') === notices) return
  if (!isCheck) return writeFileSync(NOTICES_FILE, notices)
  console.error('THIRD-PARTY-NOTICES differs from the lock file: npm run docs')
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.includes('--check'))
