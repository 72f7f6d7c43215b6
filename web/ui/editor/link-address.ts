/** Adds a missing scheme to a typed address: https, or mailto for an e-mail. */
export function linkAddress(typed: string): string {
  const plain = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return plain
  return /^[^\s@/]+@[^\s@/]+$/.test(plain) ? `mailto:${plain}` : `https://${plain}`
}
