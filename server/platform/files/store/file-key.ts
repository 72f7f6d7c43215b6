import { randomBytes } from 'node:crypto'
import { FILE_KINDS, UPLOAD_FOLDERS, type FileKind, type UploadFolder } from '@tahanan/contract/limits.ts'

/**
 * Format of the key of a stored file: `folder/stem-id.extension`. The folder determines who may upload it.
 * The stem is the start of the original name, for operators. The id has 128 random bits. The extension
 * matches the content. Only keys of this format are used as paths.
 */
const KEY_PATTERN =
  /^(?<folder>[a-z]+(?:\/[a-z]+)?)\/[a-z0-9_-]{1,48}-[0-9a-f]{32}\.(?<extension>jpg|png|webp|gif|pdf|csv|txt|mp4|webm|mov)$/

const TYPES_BY_EXTENSION = {
  jpg: ['image', 'image/jpeg'],
  png: ['image', 'image/png'],
  webp: ['image', 'image/webp'],
  gif: ['image', 'image/gif'],
  pdf: ['pdf', 'application/pdf'],
  csv: ['csv', 'text/csv'],
  txt: ['bankFile', 'text/plain'],
  mp4: ['video', 'video/mp4'],
  webm: ['video', 'video/webm'],
  mov: ['video', 'video/quicktime'],
} as const satisfies Record<string, readonly [FileKind, string]>

export type FileExtension = keyof typeof TYPES_BY_EXTENSION

export interface FileKey {
  readonly folder: UploadFolder
  readonly extension: FileExtension
  readonly kind: FileKind
  readonly mime: string
}

export function parseKey(key: string): FileKey | null {
  const keyParts = KEY_PATTERN.exec(key)?.groups
  if (!keyParts || !isFolder(keyParts['folder'] ?? '')) return null
  const extension = keyParts['extension'] as FileExtension
  const [kind, mime] = TYPES_BY_EXTENSION[extension]
  return { folder: keyParts['folder'] as UploadFolder, extension, kind, mime }
}

function isFolder(name: string): name is UploadFolder {
  return Object.hasOwn(UPLOAD_FOLDERS, name)
}

export function createKey(folder: UploadFolder, name: string, extension: FileExtension): string {
  return `${folder}/${toStem(name)}-${randomBytes(16).toString('hex')}.${extension}`
}

export const THUMB_SIDE = 320
/** Width of the image size `screen`, in pixels. It fits a phone or a column of text. */
export const SCREEN_WIDTH = 1080
export const IMAGE_SIZES = ['thumb', 'screen'] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/**
 * Returns the path of a smaller image size. The path contains two dots, so that it is never equal to a key.
 */
export function toSizePath(key: string, size: ImageSize): string {
  return `${key.slice(0, key.lastIndexOf('.'))}.${size}.webp`
}

/**
 * Returns the keys to which a stored path may belong. A smaller image size may belong to several keys,
 * because its path does not contain the type of the original. Returns an empty list for a file that the
 * portal did not write.
 */
export function findKeys(path: string): string[] {
  const size = IMAGE_SIZES.find((name) => path.endsWith(`.${name}.webp`))
  if (!size) return parseKey(path) ? [path] : []
  const stem = path.slice(0, -`.${size}.webp`.length)
  return ['jpg', 'png', 'webp', 'gif']
    .map((extension) => `${stem}.${extension}`)
    .filter((key) => parseKey(key))
}

export function hasSizes(key: FileKey): boolean {
  return key.kind === 'image'
}

export function getExtension(mime: string): FileExtension | undefined {
  return (Object.keys(TYPES_BY_EXTENSION) as FileExtension[]).find(
    (extension) => TYPES_BY_EXTENSION[extension][1] === mime,
  )
}

export function getFileKind(extension: FileExtension): FileKind {
  return TYPES_BY_EXTENSION[extension][0]
}

export function describeAcceptedKinds(folder: UploadFolder): string {
  return UPLOAD_FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].label).join(', ')
}

export function getSizeLimit(folder: UploadFolder): number {
  return Math.max(...UPLOAD_FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].maxBytes))
}

export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`
}

/** Parses `folder/name` (rules 6.1). Returns null if the folder is unknown or the name is invalid. */
export function splitUploadUrl(url: string): { folder: UploadFolder; name: string } | null {
  const slash = url.lastIndexOf('/')
  const folder = url.slice(0, slash)
  const name = url.slice(slash + 1)
  if (slash < 0 || !isFolder(folder) || name.trim() === '' || name.length > 255 || /\p{Cc}/u.test(name))
    return null
  return { folder, name }
}

/**
 * Returns the original name without folders, with the extension of the content. Characters that could hide a
 * part of the name or end an HTTP header are removed.
 */
export function toDisplayName(name: string, extension: FileExtension): string {
  const lastSegment = name.split(/[/\\]/).at(-1) ?? ''
  const visibleName = lastSegment
    .toWellFormed()
    .normalize('NFC')
    // Removes control and format characters, including those that reverse text, and characters that operating
    // systems do not allow in file names.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...visibleName].slice(0, 100).join('') || 'file'}.${extension}`
}

function toStem(name: string): string {
  const plainName = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '')
    .replace(/^[-_]+|[-_]+$/g, '')
  return plainName.slice(0, 48) || 'file'
}
