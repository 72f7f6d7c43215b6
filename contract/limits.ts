export const LIMITS = {
  text: 255,
  longText: 5000,
  /** Remarks of the office about money. */
  remarks: 2000,
  reminder: 2000,
  gateNote: 500,
  /** Name of the office member who admits people. */
  officeYes: 100,
  /** Maximum deliveries per call that sends them again. */
  resent: 100,
  attachments: 5,
  messages: 50,
  listRows: 50,
  viewName: 60,
  viewQuery: 1000,
  /** Views of a list that one administrator may save. */
  views: 20,
  searchTerm: 200,
  page: 1_000_000,
  pageSize: 10,
  /** Choices of rows per page in the office; the first is the default. */
  pageSizes: [10, 25, 50, 100],
  officePageSize: 25,
  /** `limit=0` means all rows, up to this number (rules 13.1). Larger limits are refused. */
  allRows: 10_000,
  /** Results of each kind in the global search (rules 13.11). */
  searchOfAKind: 8,
  /** A search counts at most this many matches: an exact larger `total` is not worth its cost. */
  searchTotal: 10_000,
  /** Maximum rows of a list in any order except newest first: 1,000 pages of the usual size. */
  sortedRows: 10_000,
  /** Tickets decided by one call (rules 4.28). */
  decidedTickets: 100,
  jsonBody: 1_048_576,
  openBody: 16 * 1024,
  money: 9_999_999_999.99,
  quantity: 1_000_000,
} as const

/** Kinds of file by content, with their limits in bytes (rules 6.3, 6.4). */
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

/** Pixels of a still picture: the maximum that the server decodes and stores, and the longest side of a WebP. */
export const PICTURE_PIXELS = { decoded: 64_000_000, kept: 4096 * 4096, side: 16_383 } as const

/** Returns the factor that reduces a picture to the stored size; a long screenshot stays readable. */
export function getPictureScale(width: number, height: number): number {
  const { kept, side } = PICTURE_PIXELS
  return Math.min(1, side / Math.max(width, height), Math.sqrt(kept / (width * height)))
}

/** Returns the types and limits of a field that accepts one or several kinds of file. */
export function getAcceptedFiles(accept: FileKind | readonly FileKind[]) {
  const kinds = [accept].flat().map((kind) => FILE_KINDS[kind])
  return {
    mimes: kinds.flatMap(({ mimes }): readonly string[] => mimes),
    maxBytes: Math.max(...kinds.map(({ maxBytes }) => maxBytes)),
    label: kinds.map(({ label }) => label).join(', '),
  }
}

/** Folders of the file store: accepted kinds, and areas that may upload (rules 6.2). */
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
  attachments: { kinds: ['image', 'pdf'], writers: ['client', 'admin'] },
} as const satisfies Record<string, { kinds: readonly FileKind[]; writers: readonly Area[] }>

export type Folder = keyof typeof FOLDERS

/** The three areas of the portal, as `GET /api/me` names them (rules 1.1). */
export type Area = 'client' | 'admin' | 'super-admin'
export const AREAS: readonly Area[] = ['client', 'admin', 'super-admin']

/** Lifetime of a session (rules 1.6), in seconds. */
export const SESSION = { idleSeconds: 3000, maxAgeSeconds: 24 * 60 * 60 } as const

/** Seconds until a session on an enrolled device of the gate ends (rules 24.23). */
export const GATE_SESSION_SECONDS = 12 * 60 * 60

/** Seconds that a session stays confirmed after a correct password or code (rules 1.18). */
export const CONFIRMATION_SECONDS = 10 * 60

/**
 * Failed logins within the window before 429 (rules 1.16). A whole building or a carrier's network shares one
 * address, so typing errors of neighbours must not lock anybody out.
 */
export const LOGIN_ATTEMPTS = {
  ofAccountFromAddress: 10,
  ofAccount: 30,
  ofAddress: 200,
  windowSeconds: 15 * 60,
} as const

/** Second factor of administrators and the super-administrator: the code of an authenticator app (TOTP). */
export const SECOND_FACTOR = {
  /** Seconds between the correct password and the code. */
  challengeSeconds: 5 * 60,
  /** Attempts to enter a code after one correct password. */
  challengeTries: 5,
  /** Wrong codes per account in 24 hours, over all challenges: a chance of 1 in 8,000 to guess one. */
  codesPerDay: 40,
  /** Wrong codes within a day after which the owner gets a mail. */
  warnAfter: 3,
  /** Seconds between the QR code and the first code that confirms it. */
  setupSeconds: 15 * 60,
  recoveryCodes: 10,
} as const

/** Links for a forgotten password (rules 1.24): lifetime in hours, and mails per account in 15 minutes. */
export const FORGOTTEN_PASSWORD = { linkHours: 1, mails: 3 } as const

/** Lifetime of a signed link to a file (rules 6.9), in seconds. */
export const FILE_LINK_SECONDS = 300

/**
 * Limits of an inbox: the newest notifications of the last 90 days since the account was created. `total` and
 * the number of unread ones are exact within them. Older ones are deleted.
 */
export const INBOX = { days: 90, rows: 1000, idsPerCall: 1000 } as const
