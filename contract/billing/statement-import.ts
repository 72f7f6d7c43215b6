/**
 * States of an import of statements. `prepared`: no tenant is changed yet. After a crash, the server
 * continues imports that are `saving` or `undoing`.
 */
export const IMPORT_STATES = ['prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Results of the check of a row. `refused`: the row is invalid. `skipped`: the stored statement is newer. */
export const IMPORT_VERDICTS = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/**
 * Filters of the rows of an import. `warned`: needs attention. `kept`: not completely restored by the undo.
 * `entries`: has payments or charges.
 */
export const IMPORT_FILTERS = [...IMPORT_VERDICTS, 'warned', 'kept', 'entries'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/**
 * Kinds of PDFs in an import. `missing`: a row without its PDF; `extra`: a PDF without a row; `doubtful`: the
 * client code of the PDF's row is new and may belong to another tenant.
 */
export const PDF_KINDS = ['missing', 'older', 'doubtful', 'extra', 'uploaded'] as const

export const EXPORT_KINDS = ['batch', 'copy'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const IMPORT_ID_PATTERN = '^[A-Za-z0-9-]{1,64}$'

/** Columns that the SOA file (statements of account) must have (rules 7.4). */
export const REQUIRED_SOA_COLUMNS = ['urefno', 'invdate', 'attachment'] as const
export const SOA_COLUMNS = [...REQUIRED_SOA_COLUMNS, 'duedate'] as const

/**
 * Columns with data of a tenant. If a file lacks one of these columns, the tenants keep their value (rules
 * 7.6).
 */
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

/** Columns of the web-client file of an import. `uothdep` is the amount of the statement of account. */
export const WEB_CLIENT_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep'] as const
export const REQUIRED_WEB_CLIENT_COLUMNS = ['urefno', 'uoccname', 'uothdep'] as const

/**
 * Whether amounts may be in the wrong rows of the file: many of them are far from the expected ones (rules
 * 7.32).
 */
export const mayHaveShiftedRows = ({ rows, of }: { readonly rows: number; readonly of: number }): boolean =>
  rows >= 3 && rows * 3 >= of

export const IMPORT_LIMITS = {
  /** Maximum number of rows per file and per call. */
  rows: 100_000,
  /** If more rows are refused, the whole file is refused. */
  refused: 1000,
  pdfsPerCall: 100,
  /** Bytes of the body of `PUT /tenant-soa-info`. */
  body: 64 * 1024 * 1024,
} as const

/**
 * Returns the name of a PDF without folders, invisible characters and repeated spaces. Attachments of the SOA
 * file have these removed when they are parsed.
 */
export function cleanPdfName(name: string): string {
  const fileName = name.split(/[/\\]/).at(-1) ?? ''
  return fileName
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Returns the name by which PDFs are compared (rules 7.11). */
export const normalizePdfName = (name: string): string =>
  cleanPdfName(name)
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .trim()
