const KILO = 1024

export function formatBytes(bytes: number): string {
  if (bytes < KILO ** 2) return `${Math.max(1, Math.round(bytes / KILO)).toLocaleString('en')} KB`
  const [size, unit] = bytes < 1000 * KILO ** 2 ? [KILO ** 2, 'MB'] : [KILO ** 3, 'GB']
  const count = bytes / size
  return `${count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString('en')} ${unit}`
}
