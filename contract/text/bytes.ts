const BYTES_PER_KILOBYTE = 1024

export function formatBytes(bytes: number): string {
  if (bytes < BYTES_PER_KILOBYTE ** 2)
    return `${Math.max(1, Math.round(bytes / BYTES_PER_KILOBYTE)).toLocaleString('en')} KB`
  const [size, unit] =
    bytes < 1000 * BYTES_PER_KILOBYTE ** 2 ? [BYTES_PER_KILOBYTE ** 2, 'MB'] : [BYTES_PER_KILOBYTE ** 3, 'GB']
  const count = bytes / size
  return `${count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString('en')} ${unit}`
}
