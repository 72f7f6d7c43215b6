// Fails if an import is not allowed by layers.json, if two folders import each other, if a path climbs three
// folders, or if a folder has too many files. oxlint finds circular imports of files.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare/places.mjs'

const MAX_FILES = 20
const DEEP_RELATIVE_PATH = /^(\.\.\/){3}/

// The first group matches `type` in imports of types only, which do not exist at run time.
const IMPORT_PATTERN =
  /(?:^(?:import|export) (type )[^']*?\bfrom|\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'([^']+)'/gm

const isTest = (file) => /\.test\.tsx?$|\/testing[^/]*\.ts$|\/testing\//.test(file)
const getTopFolder = (path) => path.split('/')[0]

export function checkLayers(root, { layers, offers }) {
  const folders = Object.keys(layers).toSorted((a, b) => b.length - a.length)
  const topFolders = new Set(folders.map(getTopFolder))
  const files = globSync(`{${[...topFolders].join()}}/**/*.{ts,tsx,mts,css}`, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  })
  const imports = files.flatMap((file) => parseImports(root, file, topFolders))
  const getLayer = (file) => folders.find((folder) => file.startsWith(`${folder}/`))
  const getFeature = (file) => file.slice(getLayer(file).length + 1).split('/')[0]
  const crossesFeatures = ({ file, target }) =>
    target &&
    getLayer(file) in offers &&
    getLayer(file) === getLayer(target) &&
    getFeature(file) !== getFeature(target)
  const offeredPaths = Object.entries(offers).flatMap(([layer, features]) =>
    Object.entries(features).flatMap(([feature, paths]) =>
      Object.keys(paths).map((path) => `${layer}/${feature}/${path}`),
    ),
  )

  const importsOf = Map.groupBy(imports, ({ file }) => file)
  const listPackages = (file, visitedFiles = new Set()) => {
    if (visitedFiles.has(file)) return []
    visitedFiles.add(file)
    return (importsOf.get(file) ?? [])
      .filter(({ ofTypes }) => !ofTypes)
      .flatMap(({ name, target }) => (target ? listPackages(target, visitedFiles) : [name]))
  }

  function explainForbiddenImport(importEntry) {
    const { file, name, target } = importEntry
    const layer = getLayer(file)
    const { imports: below, withoutPackages = [] } = layers[layer]
    const importText = `${file} imports ${target ?? name}`
    const isForbidden = (name) => withoutPackages.some((start) => name.startsWith(start))
    if (DEEP_RELATIVE_PATH.test(name))
      return `${file} imports ${name}: write it from the package's root, as '#features/…'.`
    if (!target) return isForbidden(name) && `${importText}, and ${layer}/ does without it.`
    // A test may import every file of its own top folder, such as server/.
    if (isTest(file) && getTopFolder(target) === getTopFolder(file)) return undefined
    if (isTest(target) && ['contract', 'server', 'web'].includes(getTopFolder(file))) {
      return `${importText}, which is for tests only.`
    }
    if (getLayer(target) !== layer && !below.includes(getLayer(target))) {
      return (
        `${importText}: ${layer}/ may import only ${[...below, layer].join(', ')}. ` +
        'Move the code down if it fits there, or hand it in where the parts are put together.'
      )
    }
    const transitivePackage =
      !isTest(file) &&
      !importEntry.ofTypes &&
      getTopFolder(target) === 'contract' &&
      listPackages(target).find(isForbidden)
    if (transitivePackage) {
      return `${importText}, which brings ${transitivePackage} along, and ${layer}/ does without it: import only types from it.`
    }
    if (!crossesFeatures(importEntry) || offeredPaths.includes(target)) return undefined
    return (
      `${importText}, which ${getFeature(target)} does not offer. Use what scripts/layers.json says it offers, ` +
      'move the code down if it does not belong to one feature, or offer the file there and say why.'
    )
  }

  const crossFeatureImports = imports.filter(
    (importEntry) => crossesFeatures(importEntry) && !isTest(importEntry.file),
  )
  const countedFiles = files.filter((file) => !isTest(file))
  return [
    ...imports.map(explainForbiddenImport).filter(Boolean),
    ...findMutualFolders(imports.filter(({ file, target }) => target && !isTest(file) && !isTest(target))),
    ...[...Map.groupBy(countedFiles, posix.dirname)]
      .filter(([, list]) => list.length > MAX_FILES)
      .map(([folder, list]) => `${folder}/ holds ${list.length} files, more than ${MAX_FILES}: part it.`),
    ...offeredPaths
      .filter((path) => !crossFeatureImports.some(({ target }) => target === path))
      .map((path) => `${path} is used by no other feature: take it out of scripts/layers.json.`),
  ]
}

function findMutualFolders(imports) {
  const examples = new Map()
  for (const { file, target } of imports) {
    const [from, to] = [file.split('/'), target.split('/')]
    const level = from.findIndex((part, at) => part !== to[at])
    if (level < 0 || level > from.length - 2 || level > to.length - 2) continue
    const folderPair = [from, to].map((path) => path.slice(0, level + 1).join('/'))
    examples.set(folderPair.join(' and '), `${file} imports ${target}`)
  }
  return [...examples].flatMap(([folders, example]) => {
    const reverseExample = examples.get(folders.split(' and ').toReversed().join(' and '))
    if (reverseExample === undefined || example > reverseExample) return []
    return [`${folders} import each other: ${example}, ${reverseExample}.`]
  })
}

function parseImports(root, file, tops) {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT_PATTERN)].map(([, type, name]) => {
    const path = resolveName(file, name)
    return {
      file,
      name,
      ofTypes: type !== undefined,
      target: tops.has(getTopFolder(path)) ? path : undefined,
    }
  })
}

/** Converts an import to a path from the repository's root. Returns an empty text for an npm package. */
function resolveName(file, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name.replace(/\?.*$/, ''))
  if (name.startsWith('#')) return posix.join(getTopFolder(file), name.slice(1))
  return name.startsWith('@tahanan/') ? name.slice('@tahanan/'.length) : ''
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkLayers(ROOT, JSON.parse(readFileSync(join(ROOT, 'scripts/layers.json'), 'utf8')))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
