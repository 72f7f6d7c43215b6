/** `prepared` has changed no tenant yet; `saving` and `undoing` are resumed after a crash. */
export const IMPORT_STATES = ['prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Effect of a merged row on its tenant. `refused`: it cannot be saved; `skipped`: the stored statement is newer. */
export const IMPORT_VERDICTS = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/**
 * Filters of an import's rows: by verdict; `warned` go in and should be looked at; `kept` are undone ones of which something did not
 * come back; `entries` are prepared ones with payments or charges.
 */
export const IMPORT_FILTERS = [...IMPORT_VERDICTS, 'warned', 'kept', 'entries'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

/** Whether a day is written before its month (`31/12/2026`) or after it (`12/31/2026`). */
export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Lists of PDF names: of rows without one, of older rows without one, of PDFs without a row, of all uploaded ones. */
export const PDF_KINDS = ['missing', 'older', 'extra', 'uploaded'] as const

/** Downloads of posted payments: closed batches, and copies, which close none. */
export const EXPORT_KINDS = ['batch', 'copy'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The id of an import, chosen by the browser. */
export const UNIQ_ID = '^[A-Za-z0-9-]{1,64}$'

/** Columns of the SOA file (rules 7.4); those of `SOA_REQUIRED` must be there. */
export const SOA_REQUIRED = ['urefno', 'invdate', 'attachment'] as const
export const SOA_COLUMNS = [...SOA_REQUIRED, 'duedate'] as const

/** Columns of the web-client file beside the amount. A column that is missing leaves the tenants' own values (rules 7.6). */
export const TENANT_COLUMNS = [
  'uoccname',
  'uoccpers',
  'uocctel1',
  'uocctel2',
  'ubtname',
  'ubaddln1',
  'ubaddln2',
  'ubaddln3',
  'ubaddln4',
] as const
export type TenantColumn = (typeof TENANT_COLUMNS)[number]

/** Columns of the web-client file; `uothdep` is the SOA amount. These three must be there. */
export const WEB_CLIENT_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep'] as const
export const WEB_CLIENT_REQUIRED = ['urefno', 'uoccname', 'uothdep'] as const

/** Whether so many amounts are far from what is expected that they may stand in the wrong rows (rules 7.32). */
export const mayHaveSlid = ({ rows, of }: { readonly rows: number; readonly of: number }): boolean =>
  rows >= 3 && rows * 3 >= of

export const IMPORT_LIMITS = {
  /** Lines of a file and rows of a call. */
  rows: 100_000,
  /** Refused rows after which a file is refused as a whole. */
  refused: 1000,
  /** PDFs of one call. */
  pdfsPerCall: 100,
  /** The body of `PUT /tenant-soa-info`, in bytes. */
  body: 64 * 1024 * 1024,
} as const

/**
 * A PDF's or an attachment's name as the two are compared: the last part of a path, without regard to case, spaces at the
 * ends and the ending `.pdf`. Empty where there is no name.
 */
export function pdfName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .trim()
}
