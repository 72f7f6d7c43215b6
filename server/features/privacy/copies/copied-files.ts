import { parseKey } from '#platform/files/store/file-key.ts'

export interface CopiedFile {
  readonly name: string
  readonly file: string
}

export interface CopiedFiles {
  /**
   * Adds a file to the archive and returns its path there. A second call with the same key returns the same
   * path. Returns null for a key that the portal did not create.
   */
  add(key: string, folder: string, name: string): CopiedFile | null
  readonly paths: ReadonlyMap<string, string>
}

export function createCopiedFiles(): CopiedFiles {
  const paths = new Map<string, string>()
  const usedPaths = new Set<string>()
  return {
    paths,
    add(key, folder, name) {
      const parsedKey = parseKey(key)
      if (!parsedKey) return null
      const knownPath = paths.get(key)
      const path =
        knownPath ?? findFreePath(usedPaths, `files/${folder}`, toSafeStem(name), parsedKey.extension)
      if (knownPath === undefined) {
        usedPaths.add(path.toLowerCase())
        paths.set(key, path)
      }
      return { name, file: path }
    },
  }
}

/**
 * Names that Windows reserves for devices. They are also reserved with any extension, for example `con.txt`.
 */
const RESERVED_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
const MAX_BYTES = 80

/**
 * Returns a file name that every system accepts, without folders and extension. The name has no control,
 * format or reserved characters, no dot or blank at its start or end, is not a device name, and has at most
 * 80 bytes.
 */
export function toSafeStem(name: string): string {
  const lastSegment = name.split(/[/\\]/).at(-1) ?? ''
  const visible = lastSegment
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/\s+/g, ' ')
  const stem = trimDots(limitBytes(trimDots(visible)))
  // Windows also treats `con.report` as the device `con`, so the part before the first dot is checked.
  return RESERVED_NAMES.test(stem.split('.', 1).join('').trim()) ? `_${stem}` : stem || 'file'
}

const trimDots = (text: string): string => text.replaceAll(/^[.\s]+|[.\s]+$/g, '')

function limitBytes(text: string): string {
  let [limitedText, bytes] = ['', 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_BYTES) break
    limitedText += character
  }
  return limitedText
}

/**
 * Adds a number to a path that is used already. Ignores case, because on many systems two names that differ
 * only in case are the same file.
 */
function findFreePath(
  usedPaths: ReadonlySet<string>,
  folder: string,
  stem: string,
  extension: string,
): string {
  for (let n = 1; ; n++) {
    const path = `${folder}/${stem}${n === 1 ? '' : ` (${n})`}.${extension}`
    if (!usedPaths.has(path.toLowerCase())) return path
  }
}
