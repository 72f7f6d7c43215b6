/** Sizes that both sides keep to. Bytes for files, characters for text. */
export const LIMITS = {
  text: 255,
  longText: 5000,
  /** Remarks of the office about money. */
  remarks: 2000,
  reminder: 2000,
  listRows: 50,
  searchTerm: 200,
  page: 1_000_000,
  pageSize: 10,
  /** `limit=0` means all, and all is at most this many rows (rules 13.1). Larger limits are refused. */
  allRows: 10_000,
  /** Results of a kind in the search of everything: one that finds more should be longer (rules 13.11). */
  searchOfAKind: 8,
  /** A search counts its matches up to here; a larger `total` would cost more than it tells. */
  searchTotal: 10_000,
  /** In any order but the newest first a list ends here: 1,000 pages of the usual size. */
  sortedRows: 10_000,
  jsonBody: 1_048_576,
  /** The body of a call that anybody may make, without a session. */
  openBody: 16 * 1024,
  money: 9_999_999_999.99,
  quantity: 1_000_000,
} as const

/** Kinds of file by content, with their limits (rules 6.3, 6.4). */
export const FILE_KINDS = {
  image: {
    label: 'JPEG, PNG, WebP or GIF',
    maxBytes: 10 * 1024 * 1024,
    mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  pdf: { label: 'PDF', maxBytes: 25 * 1024 * 1024, mimes: ['application/pdf'] },
  csv: { label: 'CSV', maxBytes: 25 * 1024 * 1024, mimes: ['text/csv'] },
  bankFile: { label: 'CSV, OFX or camt.053', maxBytes: 25 * 1024 * 1024, mimes: ['text/plain'] },
  video: {
    label: 'MP4, WebM or MOV',
    maxBytes: 100 * 1024 * 1024,
    mimes: ['video/mp4', 'video/webm', 'video/quicktime'],
  },
} as const

export type FileKind = keyof typeof FILE_KINDS

/** Returns what a field takes that accepts files of a kind, or of several. */
export function acceptedFiles(accept: FileKind | readonly FileKind[]) {
  const kinds = [accept].flat().map((kind) => FILE_KINDS[kind])
  return {
    mimes: kinds.flatMap(({ mimes }): readonly string[] => mimes),
    maxBytes: Math.max(...kinds.map(({ maxBytes }) => maxBytes)),
    label: kinds.map(({ label }) => label).join(', '),
  }
}

/** Folders of the file store: kinds they take and areas that may write to them (rules 6.2). */
export const FOLDERS = {
  images: { kinds: ['image'], writers: ['client', 'admin', 'super-admin'] },
  paymentproofs: { kinds: ['image', 'pdf'], writers: ['admin'] },
  bankqr: { kinds: ['image'], writers: ['super-admin'] },
  certificates: { kinds: ['image', 'pdf'], writers: ['client', 'admin'] },
  depositslip: { kinds: ['image'], writers: ['client'] },
  incidentreports: { kinds: ['image'], writers: ['client', 'admin'] },
  videos: { kinds: ['video'], writers: ['client', 'admin'] },
  pdf: { kinds: ['pdf'], writers: ['admin'] },
  amenities: { kinds: ['image'], writers: ['admin'] },
  advertisements: { kinds: ['image'], writers: ['admin'] },
  'soa/csv': { kinds: ['csv'], writers: ['admin'] },
  'soa/pdf': { kinds: ['pdf'], writers: ['admin'] },
  bankfiles: { kinds: ['bankFile'], writers: ['admin'] },
  logo: { kinds: ['image'], writers: ['super-admin'] },
} as const satisfies Record<string, { kinds: readonly FileKind[]; writers: readonly Area[] }>

export type Folder = keyof typeof FOLDERS

/** The three areas of the portal, as `GET /api/me` names them (rules 1.1). */
export type Area = 'client' | 'admin' | 'super-admin'
export const AREAS: readonly Area[] = ['client', 'admin', 'super-admin']

/** Life of a session (rules 1.6), in seconds. */
export const SESSION = { idleSeconds: 3000, maxAgeSeconds: 24 * 60 * 60 } as const

/** Seconds that a session is confirmed after a right password or code (rules 1.18). */
export const CONFIRMATION_SECONDS = 10 * 60

/** Failed logins before 429 (rules 1.16). */
export const LOGIN_ATTEMPTS = { count: 10, windowSeconds: 15 * 60 } as const

/** Second factor of administrators and the super-administrator: the code of an authenticator app (TOTP). */
export const SECOND_FACTOR = {
  /** Seconds from the right password to the code. */
  challengeSeconds: 5 * 60,
  /** Codes that may be tried after one right password. */
  challengeTries: 5,
  /** Wrong codes of the app that an account takes in 24 hours, whatever the challenge: a chance of 1 in 8,000 to guess one. */
  codesPerDay: 40,
  /** Wrong codes within a day after which the owner is told by mail. */
  warnAfter: 3,
  /** Seconds from the QR code to the first code that confirms it. */
  setupSeconds: 15 * 60,
  recoveryCodes: 10,
} as const

/** Links for a forgotten password (rules 1.24): hours that they are good, and mails to an account in 15 minutes. */
export const FORGOTTEN_PASSWORD = { linkHours: 1, mails: 3 } as const

/** Life of a link to a file (rules 6.9), in seconds. */
export const FILE_LINK_SECONDS = 300
