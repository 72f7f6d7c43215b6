export const LIMITS = {
  text: 255,
  longText: 5000,
  /** Remarks and reminders of the office may be longer than other short texts, because they concern money. */
  remarks: 2000,
  reminder: 2000,
  gateNote: 500,
  officeYes: 100,
  resent: 100,
  attachments: 5,
  messages: 50,
  listRows: 50,
  viewName: 60,
  viewQuery: 1000,
  views: 20,
  searchTerm: 200,
  page: 1_000_000,
  pageSize: 10,
  /** Page sizes that lists offer; the first is the default. */
  pageSizes: [10, 25, 50, 100],
  officePageSize: 25,
  /** `limit=0` means all rows, up to this number (rules 13.1). Larger limits are refused. */
  allRows: 10_000,
  /** Maximum of results that the global search shows for each kind of record (rules 13.11). */
  searchOfAKind: 8,
  /** Counting the results of a search stops here, because an exact larger `total` would be too slow. */
  searchTotal: 10_000,
  /** Maximum of rows (1,000 pages) that a list shows if it is not sorted newest first. */
  sortedRows: 10_000,
  /** Maximum of tickets that one call decides (rules 4.28). */
  decidedTickets: 100,
  jsonBody: 1_048_576,
  openBody: 16 * 1024,
  money: 9_999_999_999.99,
  quantity: 1_000_000,
} as const

/** Limits of each kind of file (rules 6.3, 6.4). The kind is detected from the content. */
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

/**
 * Limits of a picture in pixels. `decoded`: largest area that the server decodes. `kept`: largest area that
 * it stores. `side`: longest side that the format WebP supports.
 */
export const MAX_PICTURE_PIXELS = { decoded: 64_000_000, kept: 4096 * 4096, side: 16_383 } as const

/**
 * Returns the factor that scales a picture down. Limits its area instead of its sides, so that a long
 * screenshot stays readable.
 */
export function getPictureScale(width: number, height: number): number {
  const { kept, side } = MAX_PICTURE_PIXELS
  return Math.min(1, side / Math.max(width, height), Math.sqrt(kept / (width * height)))
}

export function getAcceptedFiles(acceptedKinds: FileKind | readonly FileKind[]) {
  const kinds = [acceptedKinds].flat().map((kind) => FILE_KINDS[kind])
  return {
    mimes: kinds.flatMap(({ mimes }): readonly string[] => mimes),
    maxBytes: Math.max(...kinds.map(({ maxBytes }) => maxBytes)),
    label: kinds.map(({ label }) => label).join(', '),
  }
}

/** Folders of uploads, with the accepted kinds and the areas that may upload (rules 6.2). */
export const UPLOAD_FOLDERS = {
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

export type UploadFolder = keyof typeof UPLOAD_FOLDERS

/** Areas of the portal, each with its own accounts (rules 1.1). */
export type Area = 'client' | 'admin' | 'super-admin'
export const AREAS: readonly Area[] = ['client', 'admin', 'super-admin']

/** Lifetime of a session (rules 1.6). */
export const SESSION_LIMITS = { idleSeconds: 3000, maxAgeSeconds: 24 * 60 * 60 } as const

/** Lifetime of a session on an enrolled device of the gate (rules 24.23). */
export const GATE_SESSION_SECONDS = 12 * 60 * 60

/** Time for which a session stays confirmed after a correct password or code (rules 1.18). */
export const CONFIRMATION_SECONDS = 10 * 60

/**
 * Limits of failed logins within the window. After that number, logins are answered with 429 (rules 1.16).
 * The limit of an IP address is high, because a whole building or a carrier's network can share one address.
 */
export const LOGIN_ATTEMPT_LIMITS = {
  ofAccountFromAddress: 10,
  ofAccount: 30,
  ofAddress: 200,
  windowSeconds: 15 * 60,
} as const

export const SECOND_FACTOR_LIMITS = {
  /** Maximum time between the correct password and the code of the two-step login. */
  challengeSeconds: 5 * 60,
  challengeTries: 5,
  /**
   * Maximum of wrong codes per account in 24 hours. With this limit, the chance to guess a code is 1 in
   * 8,000.
   */
  codesPerDay: 40,
  warnAfter: 3,
  /** Maximum time between showing the QR code of the two-step login and the first code that confirms it. */
  setupSeconds: 15 * 60,
  recoveryCodes: 10,
} as const

/** Limits of links for a forgotten password (rules 1.24). `mails` is per account in 15 minutes. */
export const PASSWORD_LINK_LIMITS = { linkHours: 1, mails: 3 } as const

/** Lifetime of a signed link to a file (rules 6.9). */
export const FILE_LINK_SECONDS = 300

/**
 * Each person sees the newest `rows` notifications of the last `days` days. Within these limits, `total` and
 * the number of unread notifications are exact. Older notifications are deleted.
 */
export const NOTIFICATION_LIMITS = { days: 90, rows: 1000, idsPerCall: 1000 } as const
