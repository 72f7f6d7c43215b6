/** A prepared import has changed no tenant. `saving` and `undoing` resume after a crash. */
export const IMPORT_STATES = ['prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `refused`: the row is invalid. `skipped`: the stored statement is newer. */
export const IMPORT_VERDICTS = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/** `warned`: needs attention; `kept`: undone, but not restored completely; `entries`: has payments or charges. */
export const IMPORT_FILTERS = [...IMPORT_VERDICTS, 'warned', 'kept', 'entries'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** `missing`: a row without its PDF; `extra`: a PDF without a row; `doubtful`: PDF of a doubtful row. */
export const PDF_KINDS = ['missing', 'older', 'doubtful', 'extra', 'uploaded'] as const

/** A copy does not close a batch. */
export const EXPORT_KINDS = ['batch', 'copy'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The browser creates the id of an import. */
export const UNIQ_ID = '^[A-Za-z0-9-]{1,64}$'

/** See rules 7.4. */
export const SOA_REQUIRED = ['urefno', 'invdate', 'attachment'] as const
export const SOA_COLUMNS = [...SOA_REQUIRED, 'duedate'] as const

/** A column that the file does not have does not change the tenants (rules 7.6). */
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

/** `uothdep` is the SOA amount. */
export const WEB_CLIENT_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep'] as const
export const WEB_CLIENT_REQUIRED = ['urefno', 'uoccname', 'uothdep'] as const

/** Many amounts far from the expected ones mean that rows of the file may have shifted (rules 7.32). */
export const mayHaveShiftedRows = ({ rows, of }: { readonly rows: number; readonly of: number }): boolean =>
  rows >= 3 && rows * 3 >= of

export const IMPORT_LIMITS = {
  /** Per file, and per call. */
  rows: 100_000,
  /** With more refused rows the whole file is refused. */
  refused: 1000,
  pdfsPerCall: 100,
  /** Bytes of the body of `PUT /tenant-soa-info`. */
  body: 64 * 1024 * 1024,
} as const

/** Returns the base name in lower case, without outer spaces and `.pdf`. */
export function normalizePdfName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .trim()
}
