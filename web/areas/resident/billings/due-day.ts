const DAY_MS = 24 * 60 * 60 * 1000

/** How far a day is from today, in words: 'in 8 days', 'today', '3 days ago'. Both are wall times, `YYYY-MM-DD …`. */
export function daysFromToday(day: string, now: string): string {
  const days = Math.round((Date.parse(day.slice(0, 10)) - Date.parse(now.slice(0, 10))) / DAY_MS)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
