import { randomBytes } from 'node:crypto'
import { FILE_KINDS, FOLDERS, type FileKind, type Folder } from '@tahanan/contract/limits.ts'

/**
 * The key of a stored file, `folder/stem-id.extension`: the folder determines who may write it, the stem is
 * the start of the original name, for operators, the id has 128 random bits, and the extension is that of the
 * content. Only such keys become paths.
 */
const KEY =
  /^(?<folder>[a-z]+(?:\/[a-z]+)?)\/[a-z0-9_-]{1,48}-[0-9a-f]{32}\.(?<extension>jpg|png|webp|gif|pdf|csv|txt|mp4|webm|mov)$/

const TYPES = {
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

export type FileExtension = keyof typeof TYPES

export interface FileKey {
  readonly folder: Folder
  readonly extension: FileExtension
  readonly kind: FileKind
  readonly mime: string
}

export function parseKey(key: string): FileKey | null {
  const parts = KEY.exec(key)?.groups
  if (!parts || !isFolder(parts['folder'] ?? '')) return null
  const extension = parts['extension'] as FileExtension
  const [kind, mime] = TYPES[extension]
  return { folder: parts['folder'] as Folder, extension, kind, mime }
}

function isFolder(name: string): name is Folder {
  return Object.hasOwn(FOLDERS, name)
}

export function createKey(folder: Folder, name: string, extension: FileExtension): string {
  return `${folder}/${toStem(name)}-${randomBytes(16).toString('hex')}.${extension}`
}

export const THUMB_SIDE = 320
/** In pixels: the width of a phone, or of a column of text. */
export const SCREEN_WIDTH = 1080
/** Smaller sizes of an image, as WebP: `thumb` for lists, `screen` for pages. */
export const IMAGE_SIZES = ['thumb', 'screen'] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** The path is never a key, because keys have one dot. */
export function toSizeKey(key: string, size: ImageSize): string {
  return `${key.slice(0, key.lastIndexOf('.'))}.${size}.webp`
}

/**
 * Returns the keys to which a path in the store may belong: several for a smaller size, whose name lacks the
 * type of the image; none for a file that the portal did not write.
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
  return (Object.keys(TYPES) as FileExtension[]).find((extension) => TYPES[extension][1] === mime)
}

export function getFileKind(extension: FileExtension): FileKind {
  return TYPES[extension][0]
}

export function describeAcceptedKinds(folder: Folder): string {
  return FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].label).join(', ')
}

export function getSizeLimit(folder: Folder): number {
  return Math.max(...FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].maxBytes))
}

export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`
}

/** Splits the `url` of an upload, `folder/name` (rules 6.1). Null for an unknown folder or invalid name. */
export function splitUploadUrl(url: string): { folder: Folder; name: string } | null {
  const slash = url.lastIndexOf('/')
  const folder = url.slice(0, slash)
  const name = url.slice(slash + 1)
  if (slash < 0 || !isFolder(folder) || name.trim() === '' || name.length > 255 || /\p{Cc}/u.test(name))
    return null
  return { folder, name }
}

/**
 * Returns the name under which users see and save the file: the original one without its folders and without
 * characters that hide a part of it or end a header, with the extension of the content.
 */
export function toDisplayName(name: string, extension: FileExtension): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .toWellFormed()
    .normalize('NFC')
    // Control and format characters, also those that reverse text, and characters that operating systems
    // forbid in names.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...visible].slice(0, 100).join('') || 'file'}.${extension}`
}

function toStem(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '')
    .replace(/^[-_]+|[-_]+$/g, '')
  return plain.slice(0, 48) || 'file'
}
