/** Formats minutes as '25 min' or '3 h 5 min'; a dash without any. */
export function stayWords(minutes: number | null): string {
  if (minutes === null) return '–'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}
