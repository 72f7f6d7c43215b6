/** Error codes of the system and of PostgreSQL for a full disk, quota or file. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether an error or its cause is a full disk, of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return DISK_FULL.has(String(code)) || isDiskFull(cause)
}
