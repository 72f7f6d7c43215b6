/** Codes of the system and of PostgreSQL for a disk, a quota or a file size that is used up. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether an error, or its cause, says that a disk is full: that of the files, or the database's. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return DISK_FULL.has(String(code)) || isDiskFull(cause)
}
