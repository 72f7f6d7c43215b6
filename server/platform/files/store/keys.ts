import { randomBytes } from 'node:crypto'
import { FILE_KINDS, FOLDERS, type FileKind, type Folder } from '@tahanan/contract/limits.ts'

/**
 * A stored file's key is `folder/stem-id.extension`: the folder says who may write it, the stem keeps a little of the
 * caller's name for whoever looks at the disk, the id (128 random bits) makes it nobody else's, and the extension is of
 * the content, not of the name that was sent. Nothing that does not look exactly like this reaches the disk.
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

/** Parts of a file's key. */
export interface FileKey {
  readonly folder: Folder
  readonly extension: FileExtension
  readonly kind: FileKind
  readonly mime: string
}

/** Reads a key; null for anything that this portal would not have made. */
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

/** Makes a new, unique key. */
export function makeKey(folder: Folder, name: string, extension: FileExtension): string {
  return `${folder}/${stem(name)}-${randomBytes(16).toString('hex')}.${extension}`
}

/** The longest side of an image's thumbnail, in pixels. */
export const THUMB_SIDE = 320
/** The largest width of its size for screens: a phone's, or a column of text on a desk. */
export const SCREEN_WIDTH = 1080
/** The smaller pictures that are made of an image, WebP both: `THUMB_SIDE` for lists, `SCREEN_WIDTH` for pages. */
export const IMAGE_SIZES = ['thumb', 'screen'] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

/** Returns the path of a smaller picture of an image. Never a key itself: those have one dot. */
export function sizeKey(key: string, size: ImageSize): string {
  return `${key.slice(0, key.lastIndexOf('.'))}.${size}.webp`
}

/**
 * The keys that something in the store may belong to: its own, or for a smaller picture those of the image it was made
 * from, whose type its name does not tell. None for what this portal did not put there.
 */
export function keysFor(path: string): string[] {
  const size = IMAGE_SIZES.find((name) => path.endsWith(`.${name}.webp`))
  if (!size) return parseKey(path) ? [path] : []
  const stem = path.slice(0, -`.${size}.webp`.length)
  return ['jpg', 'png', 'webp', 'gif']
    .map((extension) => `${stem}.${extension}`)
    .filter((key) => parseKey(key))
}

/** Images have smaller pictures; nothing else has. */
export function hasSizes(key: FileKey): boolean {
  return key.kind === 'image'
}

/** The extension for a MIME type that the content showed; undefined when it is not accepted anywhere. */
export function extensionOf(mime: string): FileExtension | undefined {
  return (Object.keys(TYPES) as FileExtension[]).find((extension) => TYPES[extension][1] === mime)
}

/** Returns the kind of file that an extension stands for. */
export function kindOf(extension: FileExtension): FileKind {
  return TYPES[extension][0]
}

/** Returns the kinds that a folder takes, in people's words: 'JPEG, PNG, WebP or GIF, PDF'. */
export function acceptedIn(folder: Folder): string {
  return FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].label).join(', ')
}

/** The largest file a folder takes, in bytes. */
export function largestIn(folder: Folder): number {
  return Math.max(...FOLDERS[folder].kinds.map((kind) => FILE_KINDS[kind].maxBytes))
}

/** '10 MB' */
export function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`
}

/**
 * Splits the `url` of an upload, `folder/name` (rules 6.1). Null when the folder is not one of ours, or when the
 * rest would be a path: a slash, a control character or nothing at all.
 */
export function splitUploadUrl(url: string): { folder: Folder; name: string } | null {
  const slash = url.lastIndexOf('/')
  const folder = url.slice(0, slash)
  const name = url.slice(slash + 1)
  if (slash < 0 || !isFolder(folder) || name.trim() === '' || name.length > 255 || /\p{Cc}/u.test(name))
    return null
  return { folder, name }
}

/**
 * The name that people see and save the file under: the last part of what the caller's machine called it, without
 * what could pass for a path, hide the end of the name or end a header, and with the extension of the content.
 */
export function displayName(name: string, extension: FileExtension): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .toWellFormed()
    .normalize('NFC')
    // Control and format characters (among them those that turn the direction of writing) and what systems forbid in names.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...visible].slice(0, 100).join('') || 'file'}.${extension}`
}

function stem(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '')
    .replace(/^[-_]+|[-_]+$/g, '')
  return plain.slice(0, 48) || 'file'
}
